// misses: loaded-first
import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  let both = BlockOperation(block: load)
  both.addExecutionBlock(save)
  let showing = BlockOperation(block: show)
  showing.addDependency(both)
  queue.addOperations([showing], waitUntilFinished: false)
  DispatchQueue.global().async(execute: save)
  queue.addOperation(both)
}
