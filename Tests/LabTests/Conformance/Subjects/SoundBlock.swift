import Foundation

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
