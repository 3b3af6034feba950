// misses: saved-first
import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  loading.completionBlock = {
    queue.addOperation(save)
    queue.addOperation(show)
  }
  queue.addOperation(loading)
}
