import Foundation
import OperationBench
import OperationDoctor
import OperationLab
import Synchronization

/// The short life of one operation. Three threads start it, cancel it and end its work.
///
/// Each life has its own queues. On Linux, Foundation's queue keeps pointers to operations that
/// left it out of turn, so a shared queue could crash without a fault of theirs.
final class CancelRace: @unchecked Sendable {
  /// The counts that completion blocks and dependents update. It may outlive the life.
  final class Tally: Sendable {
    let completions = Atomic<Int>(0)
    let hasDependentRun = Atomic<Bool>(false)
  }

  /// The pieces of asynchronous work that have begun and not ended.
  private final class Work: Sendable {
    private let pieces = Locked<(waiting: [Callback], isClosed: Bool)>(([], false))
    private let news = DispatchSemaphore(value: 0)

    func begin(_ completion: Callback) {
      pieces.withLock { $0.waiting.append(completion) }
      news.signal()
    }

    /// No further piece comes.
    func close() {
      pieces.withLock { $0.isClosed = true }
      news.signal()
    }

    /// Waits for the next piece. `nil` if there is none any more.
    func next() -> Callback? {
      while true {
        news.wait()
        let (next, isClosed) = pieces.withLock { pieces in
          (pieces.waiting.isEmpty ? nil : pieces.waiting.removeFirst(), pieces.isClosed)
        }
        if next != nil || isClosed { return next }
      }
    }
  }

  let tally: Tally
  /// Like all properties, set before other threads use the life.
  let operation: Operation
  /// `nil` for an operation that is started by hand.
  let queue: OperationQueue?
  private let dependents = OperationQueue()
  private let work: Work
  private let isStarted = Atomic<Bool>(false)
  private let isStartBack = Latch()
  private let isCancelled = Atomic<Bool>(false)
  private let isCancelBack = Atomic<Bool>(false)
  /// Whether it was finished or executing before it could be put into the queue.
  private let wasRefused = Atomic<Bool>(false)

  init(isQueued: Bool, make: (Probe) -> Operation) {
    let tally = Tally()
    let work = Work()
    self.tally = tally
    self.work = work
    operation = make(Probe(run: {}, begin: work.begin))
    // Only a ready operation may be started by hand.
    queue = isQueued || !operation.isReady ? OperationQueue() : nil
    operation.completionBlock = {
      tally.completions.add(1, ordering: .sequentiallyConsistent)
      work.close()
    }
    let dependent = BlockOperation {
      tally.hasDependentRun.store(true, ordering: .sequentiallyConsistent)
    }
    dependent.addDependency(operation)
    dependents.addOperation(dependent)
  }

  /// The first thread's part.
  func start() {
    isStarted.store(true, ordering: .sequentiallyConsistent)
    if let queue {
      // Foundation would end the process. This is no step of the class.
      var isRefused = false
      PausePoints.muting(operation) {
        isRefused = operation.isFinished || operation.isExecuting
      }
      if isRefused {
        wasRefused.store(true, ordering: .sequentiallyConsistent)
        work.close()
      } else {
        queue.addReliably(operation)
      }
    } else {
      operation.start()
    }
    isStartBack.open()
  }

  /// The second thread's part.
  func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    operation.cancel()
    isCancelBack.store(true, ordering: .sequentiallyConsistent)
  }

  /// The third thread's part. Asynchronous work calls its completions here, also that of pieces which
  /// begin later.
  func end() {
    // Work that begins again without end is for another rule to find.
    for _ in 0..<Probe.most {
      guard let completion = work.next() else { return }
      completion()
    }
  }
}

extension CancelRace {
  /// Whether all expected effects of a correct operation have been seen from outside.
  var looksOver: Bool {
    isStartBack.isOpen
      && isCancelBack.load(ordering: .sequentiallyConsistent)
      && tally.completions.load(ordering: .sequentiallyConsistent) > 0
      && tally.hasDependentRun.load(ordering: .sequentiallyConsistent)
      && isOutOfQueues
  }

  /// Whether the operation reports that it has finished. The call may never return.
  var saysOver: Bool { operation.isFinished && !operation.isExecuting }

  /// Whether it has been started and cancelled, be it that one of the two calls never returns.
  var hasBeenLived: Bool {
    isStarted.load(ordering: .sequentiallyConsistent)
      && isCancelled.load(ordering: .sequentiallyConsistent)
  }

  private var isOutOfQueues: Bool {
    (queue?.operationCount ?? 0) == 0 && dependents.operationCount == 0
  }

  /// The fault of a life in which nothing more will happen, or `nil` if there is none. The state is
  /// `nil` if reading it never returns.
  func fault(_ state: OperationState?) -> Event.Mark? {
    guard hasBeenLived else { return nil }
    if !isStartBack.isOpen {
      return Self.neverReturned(queue == nil ? "start()" : "addOperation(_:)")
    }
    if !isCancelBack.load(ordering: .sequentiallyConsistent) {
      return Self.neverReturned("cancel()")
    }
    if wasRefused.load(ordering: .sequentiallyConsistent) { return Self.refused }
    guard let state else { return "asking it for its state never returned" }
    if !state.contains(.finished) {
      return Event.Mark("it never finished: {}", .words(state.description))
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

  static func repetition(_ times: Int) -> Event.Mark {
    Event.Mark("its completion block ran {} times", .number(times))
  }

  /// Whether a fault is an end that came more than once.
  static func isRepetition(_ fault: Event.Mark) -> Bool { fault.isLike(repetition(2)) }

  /// Whether a fault is a call that never returned.
  static func neverReturns(_ fault: Event.Mark) -> Bool { fault.isLike(neverReturned("")) }
}

extension CancelRace.Tally {
  /// How often the completion block ran, unless it ran once.
  var fault: Event.Mark? {
    completions.load(ordering: .sequentiallyConsistent) == 0
      ? "its completion block never ran" : repetition
  }

  /// That the completion block ran more than once. `nil` if it has not.
  var repetition: Event.Mark? {
    let times = completions.load(ordering: .sequentiallyConsistent)
    return times > 1 ? CancelRace.repetition(times) : nil
  }
}
