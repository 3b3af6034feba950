import Foundation

// One way to do it.

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let second = make("second") {}
  // first has the only slot, and waits for second, which needs it.
  let first = make("first") { second.waitUntilFinished() }
  queue.addOperation(first)
  queue.addOperation(second)
}
