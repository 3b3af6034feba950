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
    let wasReady = operation.isReady
    addOperation(operation)
    // One that becomes ready from now on finds itself in the queue when it says so.
    if !wasReady, operation.isReady { Platform.repeatReadiness(of: operation) }
  }
}
