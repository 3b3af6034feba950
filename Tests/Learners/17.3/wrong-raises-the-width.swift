// misses: as-it-is
import Foundation

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  queue.maxConcurrentOperationCount = 2
  var second: Operation?
  let first = make("first") { second?.waitUntilFinished() }
  second = make("second") { first.waitUntilFinished() }
  queue.addOperations([first, second!], waitUntilFinished: false)
}
