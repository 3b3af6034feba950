import Foundation
import OperationBench
import OperationLab

/// The work of the operations in a life: it begins each piece, ends each that has begun, also later
/// ones, and knows how many there were.
///
/// A piece that is held needs no thread, unless it blocks its caller. After ``Probe/most`` pieces no
/// more begin: work that begins without end would use up the machine.
final class Environment: Sendable {
  private struct State {
    var begun = 0
    var isOpen: Bool
    /// What ends the pieces that are held.
    var held: [@Sendable () -> Void] = []
    /// Called once, when the completion of a piece has returned.
    var atFirstEnd: (@Sendable () -> Void)?
  }

  /// The work of another of the class.
  static let twins = "twin's work"
  /// The work of the one that comes after it.
  static let next = "another's work"

  private let log: Log
  private let bench: Bench
  private let work: Life.Work
  /// Whether it is that of the operation under check.
  private let isSubjects: Bool
  private let state: Locked<State>

  /// - Parameters:
  ///   - work: what each piece does.
  ///   - isHeld: whether pieces wait for ``release(all:)``.
  init(_ subject: String, _ work: Life.Work, isHeld: Bool, on bench: Bench) {
    log = bench.log(subject)
    self.bench = bench
    self.work = work
    isSubjects = subject == Probe.subject
    state = Locked(State(isOpen: !isHeld))
  }

  /// How many pieces have begun.
  var begun: Int { state.withLock { $0.begun } }

  /// Whether a piece has begun and waits.
  var hasHeld: Bool { state.withLock { !$0.held.isEmpty } }

  /// Ends the piece that began first of those that have not ended.
  ///
  /// - Parameter all: whether to end all of them, and each later one, too, when it begins.
  func release(all: Bool) {
    let held = state.withLock { state in
      state.isOpen = all
      let held = state.held.prefix(all ? state.held.count : 1)
      state.held.removeFirst(held.count)
      return held
    }
    for end in held {
      bench.waitingThreads.isHeldNoMore()
      bench.elsewhere(end)
    }
  }

  /// Sets what to do when the completion of the first piece has returned, on that thread.
  func atFirstEnd(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.atFirstEnd = body }
  }

  private func hasEnded() { state.withLock { $0.atFirstEnd.take() }?() }

  /// The work as the operation gets it.
  func probe() -> Probe {
    let beginner = Locked<Platform.ThreadNumber?>(nil)
    let (caller, isSubjects) = (bench.log(Probe.caller), isSubjects)
    @Sendable func tellsCaller() { if isSubjects { caller(Probe.isTold) } }
    @Sendable func begins() {
      beginner.withLock { $0 = Platform.ownThread }
    }
    return Probe(
      run: {
        begins()
        self.run()
      },
      begin: { call in
        begins()
        self.begin(call)
      },
      awaited: { call in
        begins()
        return self.awaited(call)
      }, answered: tellsCaller,
      fails: work == .fails, beginner: beginner)
  }

  /// Notes that a piece begins. `false` if there were too many.
  private func beginsPiece() -> Bool {
    let begun = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    if begun == Probe.most + 1 { log(Probe.endless) }
    guard begun <= Probe.most else { return false }
    log(.began)
    return true
  }

  /// Ends a piece now or when it is released. `false` if it is held.
  @discardableResult
  private func hold(_ end: @escaping @Sendable () -> Void) -> Bool {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.held.append(end) }
      return state.isOpen
    }
    if !isOpen { bench.waitingThreads.isHeld() }
    return isOpen
  }

  private func run() {
    guard beginsPiece() else { while true { Platform.parkThread() } }
    let mayEnd = Latch()
    if !hold(mayEnd.open) { _ = mayEnd.wait(until: Deadline(Durations.gate)) }
    log(.ended)
    hasEnded()
  }

  private func begin(_ call: Callback) {
    guard beginsPiece() else { return }
    let end: @Sendable () -> Void = { [self] in
      log(.ended)
      call()
      hasEnded()
    }
    switch work {
    case .endsLater, .fails:
      if hold(end) { bench.elsewhere(end) }
    case .endsAtOnce:
      end()
    case .endsTwice:
      let isAwaited = withUnsafeCurrentTask { $0 != nil }
      end()
      // A task's continuation resumes once. A second call would trap.
      guard !isAwaited else { return }
      bench.elsewhere { [log] in
        for _ in 1...3 {
          log(Probe.again)
          call()
        }
      }
    }
  }

  /// Work that a task awaits ends once, with the work or with the task's cancellation.
  ///
  /// - Returns: what gives the work up. `nil` if nothing does.
  private func awaited(_ call: Callback) -> (@Sendable () -> Void)? {
    // Cancelled, it would only begin the next attempt.
    guard beginsPiece() else { return nil }
    let isOver = Locked(false)
    let end: @Sendable (Event.Fact?) -> Bool = { [log] fact in
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { log(.ended, nil, fact) }
      return isFirst
    }
    let finish: @Sendable () -> Void = { [self] in
      _ = end(nil)
      call()
      hasEnded()
    }
    if work == .endsAtOnce || work == .endsTwice {
      finish()
    } else if hold(finish) {
      bench.elsewhere(finish)
    }
    return { _ = end(.mark(Probe.givenUp)) }
  }
}
