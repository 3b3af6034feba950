import Foundation

// Keep the order when one of three is cancelled.
//
// makeTea puts three pieces of work into the queue: boil the water, pour it, drink. It returns the
// operation that pours, and somebody may cancel that. Then drink begins while the water is still
// boiling.
//
// Mend it: nobody drinks before the water has boiled, whether or not pour was cancelled. When
// nobody cancels, the order is boil, pour, drink.

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
