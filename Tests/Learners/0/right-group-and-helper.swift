import Foundation

private struct Kitchen {
  let queue: OperationQueue
  let isBoiled = DispatchGroup()

  func boil(_ work: @escaping () -> Void) {
    isBoiled.enter()
    queue.addOperation {
      work()
      isBoiled.leave()
    }
  }

  func afterwards(_ work: @escaping () -> Void) {
    isBoiled.notify(queue: .global()) { queue.addOperation(work) }
  }
}

func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let kitchen = Kitchen(queue: queue)
  kitchen.boil(boil)
  kitchen.afterwards(pour)
}
