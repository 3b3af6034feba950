// misses: spares-queue
import Foundation
func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  queue.addOperation(boil)
  queue.addBarrierBlock(pour)
}
