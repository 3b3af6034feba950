import Foundation

/// Sound: Foundation's block operation with a second block.
///
/// make: `NamedBlockOperation(name: "block") { probe.run() }`
final class NamedBlockOperation: BlockOperation, @unchecked Sendable {
  convenience init(name: String, _ body: @escaping @Sendable () -> Void) {
    self.init(block: body)
    self.name = name
    addExecutionBlock {}
  }
}
