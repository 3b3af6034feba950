// misses: returns
import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  var isDone = false
  while !isDone {
    queue.addOperations([BlockOperation { isDone = attempt() }], waitUntilFinished: true)
  }
}
