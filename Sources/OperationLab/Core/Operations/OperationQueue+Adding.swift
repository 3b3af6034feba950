import Foundation

extension OperationQueue {
  /// Adds an operation that may become ready at this very moment.
  ///
  /// Foundation on Linux can miss that: it reads `isReady`, and keeps what it has read when somebody
  /// else has announced a change meanwhile. The operation is ready then, and nobody starts it: one in
  /// two million whose last dependency ends while they are added.
  package func addReliably(_ operation: Operation) {
    Platform.hearingOfReadiness(of: [operation]) { addOperation(operation) }
  }
}

extension Platform {
  /// Adds operations to a queue, which then knows whether they are ready.
  ///
  /// An operation that was ready all the time is left alone: who forgets to announce anything is
  /// helped by every word from somebody else.
  ///
  /// - Parameter add: adds them, and waits for none of them.
  package static func hearingOfReadiness(of operations: [Operation], while add: () -> Void) {
    let unready = operations.filter { !$0.isReady }
    add()
    // One that becomes ready from now on finds itself in the queue when it says so.
    for operation in unready where operation.isReady { repeatReadiness(of: operation) }
  }
}
