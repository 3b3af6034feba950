let (begun, mayEnd, ended) = (
  DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
)
let queue = OperationQueue()
queue.addOperation {
  begun.signal()
  mayEnd.wait()
  ended.signal()
}
begun.wait()
queue.isSuspended = true
mayEnd.signal()
print("it ends: \(ended.wait(timeout: .now() + 10) == .success)")
