import Foundation
import OperationLab
import Synchronization

/// The short life of one operation in a race. Three threads leave a line together, start it, cancel
/// it and end its work.
///
/// Each life has its own queues. On Linux, Foundation's queue keeps pointers to operations that
/// left it out of turn, so a shared queue could crash without a fault of theirs.
final class RaceLife: @unchecked Sendable {
  /// The counts that completion blocks and dependents update. It may outlive the life.
  final class Tally: Sendable {
    let completions = Atomic<Int>(0)
    let hasDependentRun = Atomic<Bool>(false)
  }

  let tally: Tally
  /// Like all properties, set before other threads use the life.
  let operation: Operation
  private let plan: RacePlan
  /// `nil` for an operation that is started by hand.
  let queue: OperationQueue?
  private let dependents = OperationQueue()
  private let line: StartingLine
  /// Sent when the work has begun, or when the operation has finished without any.
  private let hasBegun: Signal
  private let ending: Locked<Probe.Callback?>
  private let times: Times
  private let isStartBack = Signal()
  private let isCancelled = Atomic<Bool>(false)
  private let isCancelBack = Atomic<Bool>(false)
  /// Whether it was finished or executing before it could be put into the queue.
  private let wasRefused = Atomic<Bool>(false)

  /// - Parameters:
  ///   - racers: how many threads act at once.
  init(plan: RacePlan, racers: Int = 3, isQueued: Bool, make: (Probe) -> Operation) {
    line = StartingLine(for: racers)
    let tally = Tally()
    let times = Times()
    let hasBegun = Signal()
    let ending = Locked<Probe.Callback?>(nil)
    let probe = Probe(
      run: {
        times.noteWork()
        hasBegun.send()
        RacePlan.linger(plan.workLength)
      },
      begin: { completion in
        times.noteWork()
        if !plan.endsAtOnce { ending.withLock { $0 = completion } }
        hasBegun.send()
        if plan.endsAtOnce { completion() }
      })
    self.plan = plan
    self.tally = tally
    self.times = times
    self.hasBegun = hasBegun
    self.ending = ending
    operation = make(probe)
    // Only a ready operation may be started by hand.
    queue = isQueued || !operation.isReady ? OperationQueue() : nil
    operation.completionBlock = {
      tally.completions.add(1, ordering: .sequentiallyConsistent)
      hasBegun.send()
    }
    let dependent = BlockOperation {
      tally.hasDependentRun.store(true, ordering: .sequentiallyConsistent)
    }
    dependent.addDependency(operation)
    dependents.addOperation(dependent)
  }

  /// The first thread's part.
  func start() {
    line.arrive()
    RacePlan.linger(plan.startDelay)
    times.noteStart()
    if let queue {
      // Foundation would end the process. This is no step of the class.
      var isRefused = false
      LifePoints.muting(operation) {
        isRefused = operation.isFinished || operation.isExecuting
      }
      if isRefused {
        wasRefused.store(true, ordering: .sequentiallyConsistent)
        hasBegun.send()
      } else {
        queue.addReliably(operation)
      }
    } else {
      operation.start()
    }
    times.noteReturn()
    isStartBack.send()
  }

  /// The second thread's part.
  func cancel() {
    line.arrive()
    RacePlan.linger(plan.cancelDelay)
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    if plan.cancels { operation.cancel() }
    isCancelBack.store(true, ordering: .sequentiallyConsistent)
  }

  /// The third thread's part. Asynchronous work calls its completion here.
  func end() {
    line.arrive()
    hasBegun.wait()
    let completion = ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    guard let completion else { return }
    RacePlan.linger(plan.workLength)
    completion()
  }
}

// Parts of a life without a race.
extension RaceLife {
  /// Starts it on another thread. Returns when `start()` has returned, or when it waits for the
  /// end.
  func startCalmly(on worker: Worker) {
    worker.async { self.start() }
    // If `start()` blocks until its work ends, it returns only after that.
    for _ in 0..<50 {
      if isStartBack.wait(atMost: .milliseconds(20)) || hasBegun.isSent { return }
    }
  }

  /// Waits for the work to begin, or for the operation to finish without any.
  func waitForWork() {
    hasBegun.wait()
  }

  /// `cancel()` may have been left out.
  func noteCancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    isCancelBack.store(true, ordering: .sequentiallyConsistent)
  }
}

extension RaceLife {
  /// The time from the start to the beginning of the work, in nanoseconds, or `nil` if the work
  /// never began.
  var lead: UInt64? { times.lead }

  final class Times: Sendable {
    private let start = Atomic<UInt64>(0)
    private let work = Atomic<UInt64>(0)
    private let end = Atomic<UInt64>(0)

    func noteStart() { start.store(Platform.monotonicNanoseconds(), ordering: .relaxed) }

    func noteWork() { work.store(Platform.monotonicNanoseconds(), ordering: .relaxed) }

    func noteReturn() { end.store(Platform.monotonicNanoseconds(), ordering: .relaxed) }

    var hasStarted: Bool { start.load(ordering: .relaxed) > 0 }

    /// To the beginning of the work, or to the return of the call if there was none.
    var lead: UInt64? {
      let first = start.load(ordering: .relaxed)
      let work = work.load(ordering: .relaxed)
      let second = work > 0 ? work : end.load(ordering: .relaxed)
      return first == 0 || second < first ? nil : second - first
    }
  }

  /// Whether all expected effects of a correct operation have been seen from outside.
  var looksOver: Bool {
    isStartBack.isSent
      && isCancelBack.load(ordering: .sequentiallyConsistent)
      && tally.completions.load(ordering: .sequentiallyConsistent) > 0
      && tally.hasDependentRun.load(ordering: .sequentiallyConsistent)
      && isOutOfQueues
  }

  /// Whether the operation reports that it has finished. The call may never return.
  var saysOver: Bool { operation.isFinished && !operation.isExecuting }

  /// Whether it has been started and cancelled, be it that one of the two calls never returns.
  var hasBeenLived: Bool { times.hasStarted && isCancelled.load(ordering: .sequentiallyConsistent) }

  private var isOutOfQueues: Bool {
    (queue?.operationCount ?? 0) == 0 && dependents.operationCount == 0
  }

  /// The fault of a life in which nothing more will happen, or `nil` if there is none. The state is
  /// `nil` if reading it never returns.
  func fault(_ state: OperationState?) -> Event.Mark? {
    guard hasBeenLived else { return nil }
    if !isStartBack.isSent {
      return Self.neverReturned(queue == nil ? "start()" : "addOperation(_:)")
    }
    if !isCancelBack.load(ordering: .sequentiallyConsistent) {
      return Self.neverReturned("cancel()")
    }
    if wasRefused.load(ordering: .sequentiallyConsistent) { return Self.refused }
    guard let state else { return "asking it for its state never returned" }
    if !state.contains(.finished) {
      return Event.Mark("it never finished: {}", .text(state.description))
    }
    if state.contains(.executing) { return "at the end it was executing and finished at once" }
    if !tally.hasDependentRun.load(ordering: .sequentiallyConsistent) {
      return "it is finished, and its dependent never ran"
    }
    if !isOutOfQueues { return "it is finished, and still in the queue" }
    return tally.fault
  }

  static let refused: Event.Mark =
    "it was finished or executing before it was put into a queue, which refuses that"

  static func neverReturned(_ call: String) -> Event.Mark {
    Event.Mark("{} never came back", .text(call))
  }

  fileprivate static func repetition(_ times: Int) -> Event.Mark {
    Event.Mark("its completion block ran {} times", .number(times))
  }

  /// Whether a fault is an end that came more than once.
  static func isRepetition(_ fault: Event.Mark) -> Bool { fault.isLike(repetition(2)) }

  /// Whether a fault is a call that never returned.
  static func neverReturns(_ fault: Event.Mark) -> Bool { fault.isLike(neverReturned("")) }
}

extension RaceLife.Tally {
  /// How often the completion block ran, unless it ran once.
  var fault: Event.Mark? {
    completions.load(ordering: .sequentiallyConsistent) == 0
      ? "its completion block never ran" : repetition
  }

  /// That the completion block ran more than once. `nil` if it has not.
  var repetition: Event.Mark? {
    let times = completions.load(ordering: .sequentiallyConsistent)
    return times > 1 ? RaceLife.repetition(times) : nil
  }
}
