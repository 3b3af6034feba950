// Two operations without a priority wait for one of two slots. They differ in their quality of service.
// Documented: the queue invokes ready operations of one queuePriority in the order of adding,
// https://developer.apple.com/documentation/foundation/operationqueue
import Foundation

/// The names of the operations that have begun.
final class Names: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []
  func add(_ name: String) { lock.withLock { list.append(name) } }
  var all: [String] { lock.withLock { list } }
}

let names = Names()
let busy = DispatchSemaphore(value: 0)
let mayEnd = DispatchSemaphore(value: 0)
let begun = DispatchSemaphore(value: 0)
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
queue.addOperation {
  busy.signal()
  mayEnd.wait()
}
busy.wait()

queue.isSuspended = true
for (name, quality) in [("backup", QualityOfService.background), ("photo", .userInteractive)] {
  let operation = BlockOperation {
    names.add(name)
    begun.signal()
  }
  operation.qualityOfService = quality
  queue.addOperation(operation)
}
queue.isSuspended = false
begun.wait()
begun.wait()

let order = names.all.joined(separator: ", then ")
print("documented: backup, then photo")
print("seen: \(order)")
exit(order == "backup, then photo" ? 0 : 1)
