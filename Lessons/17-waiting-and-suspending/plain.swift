// Suspending a queue and waiting for it in plain Foundation. In the end an operation waits for the
// queue that it is in.
import Foundation

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2

let op1 = BlockOperation { Thread.sleep(forTimeInterval: 0.2) }
let op2 = BlockOperation {}
queue.addOperation(op1)
while !op1.isExecuting { Thread.sleep(forTimeInterval: 0.01) }
queue.isSuspended = true
queue.addOperation(op2)
op1.waitUntilFinished()
Thread.sleep(forTimeInterval: 0.2)
print("suspended: op1 finished: \(op1.isFinished), op2 finished: \(op2.isFinished)")

queue.isSuspended = false
queue.waitUntilAllOperationsAreFinished()
print("resumed: op2 finished: \(op2.isFinished)")

let op3 = BlockOperation {}
let tidyUp = BlockOperation {
  queue.waitUntilAllOperationsAreFinished()
  print("tidy up: the queue is empty")
}
queue.addOperation(tidyUp)
queue.addOperation(op3)
op3.waitUntilFinished()
Thread.sleep(forTimeInterval: 1)
print("inside: tidy up executing: \(tidyUp.isExecuting), finished: \(tidyUp.isFinished)")
print("in the queue: \(queue.operationCount)")
exit(0)
