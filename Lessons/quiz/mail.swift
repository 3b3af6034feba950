let begun = DispatchSemaphore(value: 0)
let urgent = BlockOperation {
  print("the other begins meanwhile: \(begun.wait(timeout: .now() + 10) == .success)")
}
let other = BlockOperation { begun.signal() }
urgent.queuePriority = .veryHigh
other.queuePriority = .veryLow
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
queue.addOperations([urgent, other], waitUntilFinished: true)
