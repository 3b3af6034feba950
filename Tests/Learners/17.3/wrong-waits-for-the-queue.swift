// misses: by-waiting
import Foundation

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  queue.addOperation(make("first") { queue.waitUntilAllOperationsAreFinished() })
  queue.addOperation(make("second") {})
}
