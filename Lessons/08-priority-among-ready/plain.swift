// Article C's five priorities in plain Foundation, and a priority that does not order.
import Foundation

let levels: [(String, Operation.QueuePriority)] = [
  ("very low", .veryLow), ("low", .low), ("normal", .normal), ("high", .high),
  ("very high", .veryHigh),
]
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.isSuspended = true
for (name, priority) in levels {
  let operation = BlockOperation { print("\(name) runs, \(priority.rawValue)") }
  operation.queuePriority = priority
  queue.addOperation(operation)
}
queue.isSuspended = false
queue.waitUntilAllOperationsAreFinished()

let kitchen = OperationQueue()
kitchen.maxConcurrentOperationCount = 2
let cookBegins = DispatchSemaphore(value: 0)
let wash = BlockOperation {
  let isCooking = cookBegins.wait(timeout: .now() + 2) == .success
  print("cook begins while wash runs: \(isCooking)")
}
let cook = BlockOperation { cookBegins.signal() }
wash.queuePriority = .veryHigh
cook.queuePriority = .veryLow
kitchen.addOperations([wash, cook], waitUntilFinished: true)
