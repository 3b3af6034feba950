import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let isSent = DispatchSemaphore(value: 0)
  queue.addOperation {
    first()
    isSent.signal()
  }
  queue.addOperation {
    isSent.wait()
    second()
  }
}
