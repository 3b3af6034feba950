import Foundation

// HALF-FIX on purpose: the operation that shows never gets into the queue.

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  let saving = BlockOperation(block: save)
  let showing = BlockOperation(block: show)
  saving.addDependency(loading)
  _ = showing
  queue.addOperations([loading, saving], waitUntilFinished: false)
}
