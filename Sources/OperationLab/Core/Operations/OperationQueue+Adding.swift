import Foundation

extension OperationQueue {
  /// Adds an operation that may become ready at this very moment.
  ///
  /// Foundation on Linux can miss that: it reads `isReady`, and keeps what it has read when somebody
  /// else has announced a change meanwhile. The operation is ready then, and nobody starts it: one in
  /// two million whose last dependency ends while they are added. So it is announced again, unless
  /// the operation was ready all the time: one that forgets to announce anything must not be helped.
  package func addReliably(_ operation: Operation) {
    let wasReady = operation.isReady
    addOperation(operation)
    // One that becomes ready from now on finds itself in the queue when it says so.
    if !wasReady, operation.isReady { Platform.repeatReadiness(of: operation) }
  }
}
