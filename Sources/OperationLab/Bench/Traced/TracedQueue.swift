import Foundation

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
