import Foundation

// One way to do it.

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  // Saving is an operation, so another one can depend on it. None can depend on a completion block.
  let saving = BlockOperation(block: save)
  let showing = BlockOperation(block: show)
  saving.addDependency(loading)
  showing.addDependency(saving)
  queue.addOperations([loading, saving, showing], waitUntilFinished: false)
}
