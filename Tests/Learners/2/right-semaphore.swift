import Foundation

func giveUp(_ operation: Operation) {
  let isFinished = DispatchSemaphore(value: 0)
  operation.cancel()
  Thread.detachNewThread {
    operation.start()
    isFinished.signal()
  }
  isFinished.wait()
}
