// misses: as-it-is
import Foundation

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let second = make("second") {}
  let first = make("first") { second.waitUntilFinished() }
  second.addDependency(first)
  queue.addOperations([first, second], waitUntilFinished: false)
}
