import Foundation

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let inner = make("inner") {}
  queue.addOperation(
    make("outer") {
      queue.addOperation(inner)
      inner.waitUntilFinished()
    })
}
