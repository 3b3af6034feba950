import Foundation

// HALF-FIX on purpose: the line that saves is gone.

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  let showing = BlockOperation(block: show)
  showing.addDependency(loading)
  queue.addOperations([loading, showing], waitUntilFinished: false)
}
