import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  for step in [load, save, show] {
    queue.addOperations([BlockOperation(block: step)], waitUntilFinished: true)
  }
}
