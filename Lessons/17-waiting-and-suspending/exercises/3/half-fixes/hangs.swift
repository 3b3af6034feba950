import Foundation

// HALF-FIX on purpose: the one that waits comes after the one that it waits for.

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let second = make("second") {}
  let first = make("first") { second.waitUntilFinished() }
  queue.addOperation(second)
  queue.addOperation(first)
}
