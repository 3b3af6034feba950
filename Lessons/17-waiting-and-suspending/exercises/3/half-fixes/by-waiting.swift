import Foundation

// HALF-FIX on purpose: it hangs because the queue is suspended.

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let second = make("second") {}
  let first = make("first") {}
  queue.isSuspended = true
  queue.addOperation(first)
  queue.addOperation(second)
}
