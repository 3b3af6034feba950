final class Thumbnail: Operation, @unchecked Sendable {
  override func start() {
    guard !isCancelled else { return }
    super.start()
  }
}

let begun = DispatchSemaphore(value: 0)
let (first, second) = (Thumbnail(), BlockOperation { begun.signal() })
first.cancel()
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.addOperations([first, second], waitUntilFinished: false)
print("the second begins: \(begun.wait(timeout: .now() + 1) == .success)")
exit(0)
