import Foundation

// Keep the order when one of three is cancelled.
//
// makeTea puts three pieces of work into the caller's queue: boil the water, pour it, drink. It
// returns at once, and returns the operation that pours. If the caller cancels that operation before
// it begins, pour is not called, and boil and drink are. But then drink begins while the water is
// still boiling.
//
// Mend it: drink begins after boil has ended, whether or not pour was cancelled. When pour is not
// cancelled, each is called once, in the order boil, pour, drink. The caller has other operations in
// the queue: do not delay them.

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  let drinking = BlockOperation(block: drink)
  pouring.addDependency(boiling)
  drinking.addDependency(pouring)
  queue.addOperations([boiling, pouring, drinking], waitUntilFinished: false)
  return pouring
}
