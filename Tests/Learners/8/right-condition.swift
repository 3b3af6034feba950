import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let condition = NSCondition()
  var isSent = false
  queue.addOperation {
    first()
    condition.lock()
    isSent = true
    condition.signal()
    condition.unlock()
  }
  queue.addOperation {
    condition.lock()
    while !isSent { condition.wait() }
    condition.unlock()
    second()
  }
}
