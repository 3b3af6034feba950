import Foundation

extension OperationQueue {
  /// Adds an operation that may become ready at this very moment.
  ///
  /// Foundation on Linux can miss that. It reads `isReady`, and keeps what it has read although
  /// another thread has posted a change meanwhile. Then the queue never starts a ready operation.
  /// This happened to one in two million whose last dependency finished while they were added. So
  /// the change is posted again, unless the operation was ready all the time: a class that posts no
  /// notification must not be helped.
  package func addReliably(_ operation: Operation) {
    Self.repeatingReadiness(of: [operation]) { addOperation(operation) }
  }

  /// Adds operations by the closure.
  static func repeatingReadiness(of operations: [Operation], _ add: () -> Void) {
    let late = operations.filter { !$0.isReady }
    add()
    // One that becomes ready from now on finds itself in the queue when it says so.
    for operation in late where operation.isReady { Platform.repeatReadiness(of: operation) }
  }
}
