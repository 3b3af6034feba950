// Article A's five tasks in plain Foundation: 2 and 3 depend on 1, 4 depends on 3, 5 on none.
import Foundation

/// The tasks that have run, in order.
final class RunOrder: @unchecked Sendable {
  private let lock = NSLock()
  private var names: [String] = []

  func add(_ name: String) { lock.withLock { names.append(name) } }

  func has(_ first: String, before second: String) -> Bool {
    let names = lock.withLock { self.names }
    guard let one = names.firstIndex(of: first) else { return false }
    return names[one...].contains(second)
  }
}

let order = RunOrder()
let (mayEnd, fiveRan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let task1 = BlockOperation { mayEnd.wait(); order.add("1") }
let task2 = BlockOperation { order.add("2") }
let task3 = BlockOperation { order.add("3") }
let task4 = BlockOperation { order.add("4") }
let task5 = BlockOperation { order.add("5"); fiveRan.signal() }
task2.addDependency(task1)
task3.addDependency(task1)
task4.addDependency(task3)

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 4
queue.addOperations([task1, task2, task3, task4, task5], waitUntilFinished: false)
fiveRan.wait()
print("task 5 has run, task 1 finished: \(task1.isFinished)")
print("ready: 2 \(task2.isReady), 3 \(task3.isReady), 4 \(task4.isReady)")
mayEnd.signal()
queue.waitUntilAllOperationsAreFinished()
for (first, second) in [("1", "2"), ("1", "3"), ("3", "4")] {
  print("\(first) ran before \(second): \(order.has(first, before: second))")
}
