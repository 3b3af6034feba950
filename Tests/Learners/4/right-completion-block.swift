import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  let both = DispatchGroup()
  both.enter()
  both.enter()
  boiling.completionBlock = { both.leave() }
  pouring.completionBlock = { both.leave() }
  both.notify(queue: .main) { queue.addOperation(drink) }
  queue.addOperation(boiling)
  queue.addOperation(pouring)
  return pouring
}
