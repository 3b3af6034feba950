import Foundation
import OperationLab
import Synchronization

/// Makes one thread stand still in the middle of what it does, at whatever instruction it has come
/// to, while another thread acts: as happens to every thread of a busy machine now and then.
///
/// A subclass that is sound although its threads may be taken off the core at any place is so with
/// halts; and one that is not shows it soon, where mere chance would take days to hit a gap of some
/// nanoseconds. Only threads of the kit's own are ever halted. Where the system has no such timers,
/// nobody is, and chance has to do.
final class Halt: Sendable {
  /// How far a meeting has come, in order; or that the timer is being tried.
  private enum Phase {
    static let (idle, armed, halted, acting, through, trying) = (0, 1, 2, 3, 4, 5)
  }

  /// The round of the race times 8, plus the phase: it only ever grows.
  private let state = Atomic<Int>(0)
  private let interrupter = Locked<Platform.Interrupter?>(nil)
  /// How long after the moment that it was ordered for a halt begins, in nanoseconds.
  private let latency = Atomic<UInt64>(0)

  /// How long a thread stands while nobody comes, and while somebody acts, who may need a lock that
  /// it holds; in nanoseconds.
  private static let patience: UInt64 = 2_000_000
  private static let longest: UInt64 = 150_000
  /// By how much to correct the latency at a time, in nanoseconds.
  private static let step: UInt64 = 40
  /// What it takes to order a halt, in nanoseconds.
  private static let notice: UInt64 = 4_000

  /// The calling thread is the one to be halted from now on.
  func adoptThisThread() {
    // Never let go: the signal may come when nobody thinks of it any more.
    let own = Unmanaged.passRetained(self).toOpaque()
    let interrupter = Platform.Interrupter(carrying: own) { _ in
      guard let own = Platform.carriedPointer else { return }
      Unmanaged<Halt>.fromOpaque(own).takeUnretainedValue().stand()
    }
    if let interrupter { measureLatency(of: interrupter) }
    self.interrupter.withLock { $0 = interrupter }
  }

  /// Has itself interrupted some times, and looks when that stops a thread which only reads the
  /// clock; half of the times it was sooner.
  private func measureLatency(of interrupter: Platform.Interrupter) {
    var latencies: [UInt64] = []
    for _ in 0..<41 {
      state.store(Phase.trying, ordering: .sequentiallyConsistent)
      let moment = Platform.monotonicNanoseconds() + Self.notice
      interrupter.interrupt(at: moment)
      var last = moment
      while state.load(ordering: .sequentiallyConsistent) == Phase.trying,
        last < moment + Self.patience
      {
        last = Platform.monotonicNanoseconds()
      }
      latencies.append(max(last, moment) - moment)
    }
    latency.store(latencies.sorted()[latencies.count / 2], ordering: .relaxed)
  }

  /// On the thread of its own: does the body, and stands still so many nanoseconds after its
  /// beginning until ``meet(inRound:_:)`` is through.
  func act(inRound round: Int, haltedAfter delay: UInt64, _ body: () -> Void) {
    defer { skip(inRound: round) }
    guard let interrupter = interrupter.withLock({ $0 }) else { return body() }
    let moment = Platform.monotonicNanoseconds() + Self.notice + delay
    state.store(round * 8 + Phase.armed, ordering: .sequentiallyConsistent)
    interrupter.interrupt(at: moment)
    let beginning = moment + latency.load(ordering: .relaxed) - delay
    while Platform.monotonicNanoseconds() < beginning {}
    let isTooEarly = !isArmed(inRound: round)
    body()
    let isTooLate = isArmed(inRound: round) && Platform.monotonicNanoseconds() > beginning + delay
    interrupter.interrupt(at: nil)
    adjust(isTooEarly: isTooEarly, isTooLate: isTooLate)
  }

  private func isArmed(inRound round: Int) -> Bool {
    state.load(ordering: .sequentiallyConsistent) == round * 8 + Phase.armed
  }

  /// The latency is not the same all the time.
  private func adjust(isTooEarly: Bool, isTooLate: Bool) {
    let old = latency.load(ordering: .relaxed)
    if isTooEarly { latency.store(max(old, Self.step) - Self.step, ordering: .relaxed) }
    if isTooLate { latency.store(min(old + Self.step, Self.notice), ordering: .relaxed) }
  }

  /// There is nothing to be halted in this round.
  func skip(inRound round: Int) {
    state.store(round * 8 + Phase.through, ordering: .sequentiallyConsistent)
  }

  /// On another thread: waits until the halt has come, does the body, and lets the halted thread go
  /// on. If there is no halt, because the other was faster or never came, it does the body all the
  /// same.
  func meet(inRound round: Int, _ body: () -> Void) {
    let start = Platform.monotonicNanoseconds()
    while state.load(ordering: .sequentiallyConsistent) < round * 8 + Phase.halted {
      let waited = Platform.monotonicNanoseconds() - start
      if waited > Self.patience { break }
      if waited > Self.notice * 2 { Platform.yieldThread() }
    }
    move(from: round * 8 + Phase.halted, to: round * 8 + Phase.acting)
    body()
    move(from: round * 8 + Phase.acting, to: round * 8 + Phase.through)
  }

  /// Runs on the halted thread, inside a signal handler: nothing but numbers, no lock, no memory.
  private func stand() {
    let armed = state.load(ordering: .sequentiallyConsistent)
    if armed == Phase.trying { return state.store(Phase.idle, ordering: .sequentiallyConsistent) }
    let halted = armed + Phase.halted - Phase.armed
    guard armed % 8 == Phase.armed, move(from: armed, to: halted) else { return }
    var start = Platform.monotonicNanoseconds()
    while state.load(ordering: .sequentiallyConsistent) == halted,
      Platform.monotonicNanoseconds() - start < Self.patience
    {
      Platform.yieldThread()
    }
    start = Platform.monotonicNanoseconds()
    while state.load(ordering: .sequentiallyConsistent) == halted + 1,
      Platform.monotonicNanoseconds() - start < Self.longest
    {
      Platform.yieldThread()
    }
  }

  @discardableResult
  private func move(from old: Int, to new: Int) -> Bool {
    state.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
  }
}
