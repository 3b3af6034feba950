import Foundation
import OperationLab

/// Holds every thread before it records an event, waits until all threads of the process sleep, and
/// lets one of them continue. So it runs one order that was chosen before.
///
/// Foundation is left as it is. A thread that waits for a lock, for a gate or inside Foundation
/// sleeps without standing at a point, so another is chosen.
package final class Scheduler: @unchecked Sendable {
  /// A thread that stands at a point, or waits for rest.
  final class Waiter {
    let wake = DispatchSemaphore(value: 0)
    var isAwake = false
    /// Called under the lock. Removed when the thread may continue, because its caller may return
    /// then.
    var isInterrupted: (() -> Bool)?
  }

  private struct Held {
    let arrival: ThreadNames.Arrival
    let thread: Platform.ThreadNumber
    let waiter: Waiter

    var serial: Int { arrival.serial }
    var point: Point { arrival.point }
  }

  private struct Resting {
    let rank: RestDetector.Rank
    let servesMainQueue: Bool
    let waiter: Waiter
  }

  private let lock = NSLock()
  // All guarded by `lock`.
  private var held: [Held] = []
  private var resting: [Resting] = []
  private var names = ThreadNames()
  private var queueOfOne: OperationQueue?
  private var last: String?
  private var steps = 0
  private var arrived = 0
  private var arrival = Latch()
  private var isOver = false
  private var orderFailure: OrderFailure?

  /// More steps than any run has that ends.
  private static let mostSteps = 2_000

  private let order: Order
  private let onDecision: @Sendable (Decision) -> Void

  /// - Parameters:
  ///   - order: the first choices.
  ///   - onDecision: called with each choice just before the thread continues.
  init(_ order: Order, onDecision: @escaping @Sendable (Decision) -> Void = { _ in }) {
    self.order = order
    self.onDecision = onDecision
  }

  /// The run has ended. The reason if the order has not.
  var shortfall: OrderFailure? {
    lock.withLock { steps < order.threads.count ? .over(after: steps) : nil }
  }

  /// How many times threads have come to a point.
  var arrivals: Int { lock.withLock { arrived } }

  /// The threads that stand at a point: they sleep until they are chosen.
  var standing: Set<Platform.ThreadNumber> { lock.withLock { Set(held.map(\.thread)) } }

  /// Opened by the next thread that comes to a point.
  var nextArrival: Latch { lock.withLock { arrival } }

  /// Calls the calling thread `main` in the trace.
  func adoptMain() {
    let serial = Recorder.threadNumber
    lock.withLock { names.main = serial }
  }

  /// Only one operation is ever put into this queue: all that happens while the queue calls it is
  /// one piece of work.
  package func adopt(queueOfOne queue: OperationQueue?) {
    lock.withLock { queueOfOne = queue }
  }

  private var isInCallOfQueueOfOne: Bool {
    let queue = lock.withLock { self.queueOfOne }
    return queue != nil && OperationQueue.current === queue
  }

  /// Blocks the calling thread until it is chosen. What it is called in the trace.
  func hold(_ point: Point) -> String? {
    let waiter = Waiter()
    let number = Platform.ownThread
    let thread = Held(
      arrival: ThreadNames.Arrival(
        serial: Recorder.threadNumber, number: Int(number) ?? 0,
        isPooled: Platform.isPoolThread,
        isInCallOfQueue: isInCallOfQueueOfOne, point: point),
      thread: number, waiter: waiter)
    let isHeld = lock.withLock {
      guard !isOver else { return false }
      held.append(thread)
      arrived += 1
      arrival.open()
      arrival = Latch()
      return true
    }
    guard isHeld else { return nil }
    waiter.wake.wait()
    return lock.withLock { names[thread.serial] }
  }

  /// Blocks the calling thread until nothing else can happen, or `isInterrupted` says so (`nil`).
  func waitForRest(
    _ rank: RestDetector.Rank, servesMainQueue: Bool,
    unless isInterrupted: () -> Bool
  ) -> Snapshot.Ending? {
    withoutActuallyEscaping(isInterrupted) { isInterrupted in
      let waiter = Waiter()
      let isWaiting = lock.withLock {
        if isOver { return false }
        waiter.isInterrupted = isInterrupted
        resting.append(Resting(rank: rank, servesMainQueue: servesMainQueue, waiter: waiter))
        return true
      }
      guard isWaiting else { return .deadline }
      if servesMainQueue {
        MainQueue.serve(until: { lock.withLock { waiter.isAwake } })
      } else {
        waiter.wake.wait()
      }
      if isInterrupted() { return nil }
      return lock.withLock { isOver } ? .deadline : .quiet
    }
  }

  /// Releases all threads, and chooses no more.
  func end() {
    let standing = lock.withLock {
      isOver = true
      resting.forEach(release)
      resting = []
      defer { held = [] }
      return held
    }
    standing.forEach { $0.waiter.wake.signal() }
  }

  /// The run says nothing of its program. It ends, whatever its threads do.
  func giveUp(_ orderFailure: OrderFailure) {
    lock.withLock { self.orderFailure = self.orderFailure ?? orderFailure }
  }

  /// What is to be done while all threads sleep.
  enum Move {
    /// A thread was released.
    case moved
    /// No thread stands at a point, and none waits for rest.
    case nothingToDo
    /// Nobody stands at a point. Somebody waits for rest.
    case mayRest
    /// The run was thrown away.
    case failed(OrderFailure)
  }

  /// Lets one thread go on. Call it only while all others sleep.
  func move() -> Move {
    lock.lock()
    defer { lock.unlock() }
    if let index = resting.firstIndex(where: { $0.waiter.isInterrupted?() == true }) {
      release(resting.remove(at: index))
      return .moved
    }
    if held.isEmpty { return resting.isEmpty ? .nothingToDo : .mayRest }
    return choose()
  }

  /// Tells one of those who wait for rest that there is: the lowest rank, of several the last that
  /// came. Call it only while all others sleep.
  func rest() {
    lock.withLock {
      guard held.isEmpty, let rank = resting.map(\.rank.rawValue).min(),
        let index = resting.lastIndex(where: { $0.rank.rawValue == rank })
      else { return }
      release(resting.remove(at: index))
    }
  }

  /// Under the lock.
  private func choose() -> Move {
    // Somebody who asks again and again never rests either.
    guard steps < Self.mostSteps else {
      orderFailure = .restless
      return .failed(.restless)
    }
    names.add(held.map(\.arrival))
    let stands = held.map { Decision.Stand(thread: names[$0.serial] ?? "", point: $0.point) }
      .sorted { ThreadNames.isBefore($0.thread, $1.thread) }
    let present = stands.map(\.thread)
    let chosen: String
    if steps < order.threads.count {
      chosen = order.threads[steps]
      guard present.contains(chosen) else {
        let orderFailure = OrderFailure.absent(thread: chosen, step: steps + 1, present: present)
        self.orderFailure = orderFailure
        return .failed(orderFailure)
      }
    } else {
      let others = order.isMainLast ? present.filter { $0 != "main" } : []
      let candidates = others.isEmpty ? present : others
      chosen = last.flatMap { candidates.contains($0) ? $0 : nil } ?? candidates[0]
    }
    guard let index = held.firstIndex(where: { names[$0.serial] == chosen }) else { return .moved }
    let thread = held.remove(at: index)
    names.went(thread.serial, thread.point)
    (last, steps) = (chosen, steps + 1)
    onDecision(Decision(thread: chosen, stands: stands))
    thread.waiter.wake.signal()
    return .moved
  }

  /// Under the lock.
  private func release(_ thread: Resting) {
    thread.waiter.isInterrupted = nil
    thread.waiter.isAwake = true
    if thread.servesMainQueue {
      MainQueue.wake()
    } else {
      thread.waiter.wake.signal()
    }
  }
}

extension Scheduler {
  /// Chooses until the run has ended, on the calling thread. Each time when all other threads sleep,
  /// one of them may continue.
  ///
  /// - Parameters:
  ///   - calm: how long all threads must sleep without reaching a point before that counts as rest,
  ///     the first time. It is for operations that may wait for a timer.
  ///   - endsWhenStuck: whether the run also ends when its program will never return. If not, another
  ///     thread waits for that.
  ///   - isOver: whether the run has ended. Read while no thread can be chosen.
  /// - Returns: why the run must be thrown away. `nil` if it has ended.
  func run(
    calm: Duration = .zero, endsWhenStuck: Bool = false, until isOver: () -> Bool
  ) -> OrderFailure? {
    let driver = RestDriver(
      patience: .zero, pools: PoolMarkers(), pause: .microseconds(300), looksBeforePause: 40)
    var calm = calm
    while true {
      var next = Latch()
      var move = Move.nothingToDo
      let isDecided = driver.run(until: Deadline(Durations.longestWait + calm, most: 3)) { _ in
        next = nextArrival
        return RestSearch.Look(
          threads: Platform.threadActivity(besides: standing), changes: arrivals)
      } decides: { look, step in
        if let given = lock.withLock({ orderFailure }) {
          move = .failed(given)
          return true
        }
        guard look.isStill else { return isOver() }
        move = self.move()
        switch (move, step) {
        case (.moved, _), (.failed, _): return true
        case (.mayRest, .rest(let silence)) where silence >= calm && !isOver():
          rest()
          calm = .zero
          move = .moved
          return true
        case (.nothingToDo, .rest) where endsWhenStuck: return true
        case (.mayRest, _), (.nothingToDo, _): return isOver()
        }
      }
      if !isDecided {
        giveUp(.restless)
        return .restless
      }
      switch move {
      case .failed(let orderFailure): return orderFailure
      // Only for a moment: the thread that continues may never come to another point.
      case .moved: _ = next.wait(deadline: .microseconds(300))
      case .mayRest, .nothingToDo: return nil
      }
    }
  }
}
