import Foundation
import OperationLab

/// Sound: a block operation of Foundation's with a block more.
///
/// make: `NamedBlockOperation(name: "block") { probe.run() }`
final class NamedBlockOperation: BlockOperation, @unchecked Sendable {
  convenience init(name: String, _ body: @escaping @Sendable () -> Void) {
    self.init(block: body)
    self.name = name
    addExecutionBlock {}
  }
}

/// Sound: the kit's own base class.
///
/// make: `KitOperation(work: probe.begin)`
final class KitOperation: AsyncOperation, @unchecked Sendable {
  private let begin: Work

  init(work: @escaping Work) {
    begin = work
  }

  override func work() { begin { self.finish() } }
}
