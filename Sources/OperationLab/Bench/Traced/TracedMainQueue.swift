import Foundation
import OperationDoctor
import OperationLab

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
