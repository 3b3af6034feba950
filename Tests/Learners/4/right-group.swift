import Foundation

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let isReady = DispatchGroup()
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  for operation in [boiling, pouring] {
    isReady.enter()
    // Foundation calls it for cancelled operations, too.
    operation.completionBlock = { isReady.leave() }
    queue.addOperation(operation)
  }
  isReady.notify(queue: .global()) { queue.addOperation(drink) }
  return pouring
}
