import Foundation

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
