import OperationTesting
import Foundation
import OperationLab

/// Sound: the kit's own operations, with the probe's work.
enum KitsOwn {
  /// An operation on the kit's base class.
  ///
  /// make: `KitsOwn.asynchronous(probe)`
  static func asynchronous(_ probe: Probe) -> Operation { KitOperation(work: probe.begin) }

  /// Several blocks at once.
  ///
  /// make: `KitsOwn.concurrentBlocks(probe)`
  static func concurrentBlocks(_ probe: Probe) -> Operation {
    ConcurrentBlockOperation([{}, { probe.run() }, {}])
  }

  /// A traced block.
  ///
  /// make: `KitsOwn.tracedBlock(probe)`
  static func tracedBlock(_ probe: Probe) -> Operation {
    Bench().block("block") { probe.run() }
  }

  /// A task that does the work.
  ///
  /// make: `KitsOwn.task(probe)`
  static func task(_ probe: Probe) -> Operation {
    OperationLab.TaskOperation { try await probe.work() }
  }

  /// A task that has a queue do the work, and waits for the value.
  ///
  /// make: `KitsOwn.taskThatRuns(probe)`
  static func taskThatRuns(_ probe: Probe) -> Operation {
    OperationLab.TaskOperation {
      try await OperationQueue().run { try await probe.work() }
    }
  }

  /// A task that waits for the end of another operation.
  ///
  /// make: `KitsOwn.taskThatWaits(probe)`
  static func taskThatWaits(_ probe: Probe) -> Operation {
    OperationLab.TaskOperation {
      let inner = KitOperation(work: probe.begin)
      OperationQueue().addOperation(inner)
      try await inner.finished()
    }
  }
}

/// The kit's base class, with the given work.
final class KitOperation: AsyncOperation, @unchecked Sendable {
  private let begin: Work

  init(work: @escaping Work) {
    begin = work
  }

  override func work() { begin { self.finish() } }
}
