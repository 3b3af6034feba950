import Foundation

// A cup of coffee in the right order.
//
// Grind the beans and boil the water, both at the same time. When both are done, brew. When that
// is done, pour. All the lines are here, but one of them has its two names the wrong way round,
// and pour is never called.
//
// Mend it: each is called once, in the caller's queue, and makeCoffee returns at once. The caller
// has other operations in the queue: do not hold them up.

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  let grinding = BlockOperation(block: grind)
  let boiling = BlockOperation(block: boil)
  let brewing = BlockOperation(block: brew)
  let pouring = BlockOperation(block: pour)
  brewing.addDependency(grinding)
  brewing.addDependency(boiling)
  boiling.addDependency(pouring)
  pouring.addDependency(brewing)
  queue.addOperations([grinding, boiling, brewing, pouring], waitUntilFinished: false)
}
