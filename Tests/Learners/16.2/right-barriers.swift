import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  queue.addOperation(load)
  queue.addBarrierBlock(save)
  queue.addOperation(show)
}
