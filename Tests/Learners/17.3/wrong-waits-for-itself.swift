// misses: by-waiting
import Foundation

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  var first: Operation?
  first = make("first") { first?.waitUntilFinished() }
  queue.addOperation(first!)
  queue.addOperation(make("second") {})
}
