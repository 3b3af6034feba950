import Foundation

// Make it hang: wait for who comes after you.
//
// The queue has a width of 1. make makes an operation with a name and a body. As it is, everything
// goes through. Make it hang for one reason: the body of an operation waits, in
// waitUntilFinished(), for an operation behind it in the same queue. Nothing is suspended, and
// nobody depends on anybody.

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let second = make("second") {}
  let first = make("first") {}
  queue.addOperation(first)
  queue.addOperation(second)
}
