import Foundation

// Make it hang: wait for what comes after you.
//
// The queue has a width of 1. make makes an operation with a name and a body. Now all operations
// finish. Make it hang for one reason: the body of an operation waits, in waitUntilFinished(), for
// another operation that is behind it in the same queue. Use make for both. The queue keeps its
// width and is never suspended, and no operation depends on another.

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let second = make("second") {}
  let first = make("first") {}
  queue.addOperation(first)
  queue.addOperation(second)
}
