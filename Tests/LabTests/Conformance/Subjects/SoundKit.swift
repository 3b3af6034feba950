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

  /// A call of a method.
  ///
  /// make: `KitsOwn.invocation(probe)`
  static func invocation(_ probe: Probe) -> Operation {
    InvocationOperation(probe, Probe.run)
  }

  /// A traced block.
  ///
  /// make: `KitsOwn.tracedBlock(probe)`
  static func tracedBlock(_ probe: Probe) -> Operation {
    Bench().block("block") { probe.run() }
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
