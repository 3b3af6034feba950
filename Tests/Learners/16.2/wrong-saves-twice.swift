import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  let saving = BlockOperation(block: save)
  let showing = BlockOperation(block: show)
  loading.completionBlock = save
  saving.addDependency(loading)
  showing.addDependency(saving)
  queue.addOperations([loading, saving, showing], waitUntilFinished: false)
}
