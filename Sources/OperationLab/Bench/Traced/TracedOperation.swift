import Foundation
import OperationDoctor
import OperationLab

/// An operation that carries its log and nothing else: a place to put a lesson's own `main()` or
/// `start()`.
///
/// It overrides no method of `Operation` that a queue calls, so a subclass shows exactly what it
/// overrides itself. Its announcements are traced.
@_spi(Course) open class TracedOperation: AnnouncingOperation, @unchecked Sendable {
  /// What the operation writes its events with.
  public let log: Bench.Log

  /// An operation named as its log's subject. A second one of that name gets a number.
  public init(_ log: Bench.Log) {
    self.log = log.uniquelyNamed
    super.init()
    name = self.log.subject
  }

  // Without the state: the thread that posts the notification may hold the lock that the getters
  // take.
  public final override func willAnnounce(_ key: String) { log(.announced, nil, .key(path: key)) }

  /// Written down when it is changed in a queue.
  open override var queuePriority: QueuePriority {
    get { super.queuePriority }
    set {
      super.queuePriority = newValue
      log.noteChange(.priority(value: newValue.rawValue))
    }
  }

  /// Written down when it is in a queue.
  open override func removeDependency(_ other: Operation) {
    super.removeDependency(other)
    log.noteChange(.removedDependency(name: other.name ?? "another"))
  }

  /// Blocks the caller, and lets the bench know that it waits.
  open override func waitUntilFinished() {
    log.recorder.noteWait(.operation(log.subject)) { super.waitUntilFinished() }
  }
}

/// Foundation's own block operation. It only writes down when it is started and cancelled, and its
/// blocks write down when they begin and end.
package final class TracedBlockOperation: BlockOperation, @unchecked Sendable {
  private let log: Log

  init(log: Log) {
    self.log = log.uniquelyNamed
    super.init()
    name = self.log.subject
  }

  /// Adds a block that is traced under a name of its own.
  ///
  /// Foundation's `addExecutionBlock(_:)` adds one that leaves no trace.
  package func addBlock(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let blockLog = Log(subject: name, recorder: log.recorder)
    addExecutionBlock {
      blockLog.during(body)
    }
  }

  /// Writes down the call, with the number of blocks if that is not one, makes it, and writes down
  /// that it has returned.
  package override func start() {
    log.duringStart(of: self, .blocks(count: executionBlocks.count)) { super.start() }
  }

  /// Blocks the caller, and lets the bench know that it waits.
  package override func waitUntilFinished() {
    log.recorder.noteWait(.operation(log.subject)) { super.waitUntilFinished() }
  }

  /// Writes down the call just before it is made.
  package override func cancel() {
    log(.cancelled, self)
    super.cancel()
  }

  /// Written down when it is changed in a queue.
  package override var queuePriority: QueuePriority {
    get { super.queuePriority }
    set {
      super.queuePriority = newValue
      log.noteChange(.priority(value: newValue.rawValue))
    }
  }

  /// Written down when it is in a queue.
  package override func removeDependency(_ other: Operation) {
    super.removeDependency(other)
    log.noteChange(.removedDependency(name: other.name ?? "another"))
  }
}

/// Foundation's own queue. It only records each call just before it is made.
package final class TracedQueue: OperationQueue, @unchecked Sendable {
  private let log: Log
  private let registry: Registry
  private let holdsOperations: Bool

  package init(log: Log, registry: Registry, holdsOperations: Bool) {
    self.log = log
    self.registry = registry
    self.holdsOperations = holdsOperations
    super.init()
    name = log.subject
  }

  /// Writes down that the operation is added, then adds it.
  package override func addOperation(_ operation: Operation) {
    note(operation)
    super.addOperation(operation)
  }

  /// Writes down each operation, then adds all of them. The bench knows of a caller that waits.
  package override func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) {
    operations.forEach(note)
    guard wait else { return super.addOperations(operations, waitUntilFinished: false) }
    log.recorder.noteWait(.operations(operations.map(registry.name(of:)))) {
      super.addOperations(operations, waitUntilFinished: true)
    }
  }

  /// Each change is written down just before it is made.
  package override var isSuspended: Bool {
    get { super.isSuspended }
    set {
      log(newValue ? .suspended : .resumed)
      super.isSuspended = newValue
    }
  }

  /// Blocks the caller, and lets the bench know that it waits.
  package override func waitUntilAllOperationsAreFinished() {
    log.recorder.noteWait(.queue(log.subject)) {
      super.waitUntilAllOperationsAreFinished()
    }
  }

  /// Writes down that a barrier is added, then adds it.
  package override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
    log(.noted, nil, .barrier)
    super.addBarrierBlock(barrier)
  }

  /// Writes down the call just before it is made.
  package override func cancelAllOperations() {
    log(.cancelled, nil, .allOperations)
    super.cancelAllOperations()
  }

  private func note(_ operation: Operation) {
    registry.noteEnqueued(operation, in: self, log, isHeld: holdsOperations)
  }
}

/// Foundation's main queue. Each call is recorded just before it is made.
///
/// A value beside the queue, because the main queue cannot be a subclass.
package struct TracedMainQueue: Sendable {
  private let log: Log
  private let registry: Registry

  init(log: Log, registry: Registry) {
    self.log = log
    self.registry = registry
  }

  /// Foundation's own.
  package var queue: OperationQueue { .main }

  /// Adds an operation. Callable from any thread.
  package func addOperation(_ operation: Operation) {
    registry.noteEnqueued(operation, in: queue, log)
    queue.addReliably(operation)
  }

  /// Asks the queue to start nothing new, or to go on.
  package func setSuspended(_ isSuspended: Bool) {
    log(isSuspended ? .suspended : .resumed)
    queue.isSuspended = isSuspended
  }

  /// Asks the queue to run so many operations at a time.
  package func setWidth(_ width: Int) {
    log(.noted, nil, .width(value: width))
    queue.maxConcurrentOperationCount = width
  }

  /// Adds a block that is to run after all that was added before and before all that comes later.
  package func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
    log(.noted, nil, .barrier)
    queue.addBarrierBlock(barrier)
  }

  /// Asks the queue to cancel what it holds.
  package func cancelAllOperations() {
    log(.cancelled, nil, .allOperations)
    queue.cancelAllOperations()
  }
}

extension Registry {
  /// Writes down that an operation is about to be put into a queue, under the queue's name.
  package func noteEnqueued(
    _ operation: Operation, in queue: OperationQueue, _ log: Log, isHeld: Bool = true
  ) {
    let name = add(operation, isHeld: isHeld)
    let dependencies = Platform.releasingTemporaries {
      operation.dependencies.map(self.name(of:))
    }
    log.recorder.arrive(at: .enqueued, name, note: log.subject)
    log.recorder.write(
      .enqueued, name, state: OperationState(of: operation),
      enqueueing: Event.Enqueueing(
        queue: log.subject, width: queue.maxConcurrentOperationCount,
        isSuspended: queue.isSuspended, priority: operation.queuePriority.rawValue,
        dependencies: dependencies))
    if !isHeld, holds(operation) {
      // Somebody has told the bench of it before.
      Log(subject: name, recorder: log.recorder)(.noted, nil, .heldByBench)
    }
  }
}
