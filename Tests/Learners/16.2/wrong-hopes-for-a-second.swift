// misses: saved-first
import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  let showing = BlockOperation {
    Thread.sleep(forTimeInterval: 0.3)
    show()
  }
  loading.completionBlock = save
  showing.addDependency(loading)
  queue.addOperations([loading, showing], waitUntilFinished: false)
}
