final class Upload: Operation, @unchecked Sendable {
  override func start() { begun.signal() }  // Sends its request and returns.
}

let begun = DispatchSemaphore(value: 0)
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 3
for _ in 1...5 { queue.addOperation(Upload()) }
var count = 0
while begun.wait(timeout: .now() + 3) == .success { count += 1 }
print("started: \(count)")
exit(0)
