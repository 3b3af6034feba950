// misses: spares-queue
import Foundation

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  queue.addOperation(grind)
  queue.addOperation(boil)
  queue.addBarrierBlock(brew)
  queue.addBarrierBlock(pour)
}
