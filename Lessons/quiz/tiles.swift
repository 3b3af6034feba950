let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
for _ in 1...3 {
  queue.addOperation {
    Thread.detachNewThread {
      begun.signal()
      mayEnd.wait()
    }
  }
}
var count = 0
while begun.wait(timeout: .now() + 3) == .success { count += 1 }
print("transfers at a time: \(count)")
exit(0)
