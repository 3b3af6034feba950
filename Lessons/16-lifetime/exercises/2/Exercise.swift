import Foundation

// Saved before it is shown.
//
// First load, then save what was loaded, then show what was saved. save is done in the completion
// block of the loading operation, and show depends on that operation. Sometimes nothing is there
// to be shown.
//
// Mend it: each of the three is done once. save begins when load has ended, and show begins when
// save has ended.

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let loading = BlockOperation(block: load)
  let showing = BlockOperation(block: show)
  loading.completionBlock = save
  showing.addDependency(loading)
  queue.addOperations([loading, showing], waitUntilFinished: false)
}
