import Foundation

// Saved before it is shown.
//
// First load, then save the loaded data, then show the saved data. save is called in the completion
// block of the loading operation, and show depends on that operation. Sometimes there is nothing to
// show.
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
