// An operation becomes ready, and posts isReady, while addOperation(_:) reads isReady.
// Expected: the queue gets the notification and starts the operation. (No page says so.)
import Foundation

final class Ticketed: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var hasTicket = false
  private var wasAsked = false
  let began = DispatchSemaphore(value: 0)

  override var isReady: Bool {
    let (answer, isFirst) = lock.withLock {
      defer { wasAsked = true }
      return (hasTicket, !wasAsked)
    }
    if isFirst {
      // The ticket comes now, on another thread. The result was read before.
      let hasCome = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        self.willChangeValue(for: \.isReady)
        self.lock.withLock { self.hasTicket = true }
        self.didChangeValue(for: \.isReady)
        hasCome.signal()
      }
      _ = hasCome.wait(timeout: .now() + 1)
    }
    return super.isReady && answer
  }

  override func main() { began.signal() }
}

let queue = OperationQueue()
let operation = Ticketed()
queue.addOperation(operation)
let hasBegun = operation.began.wait(timeout: .now() + 2) == .success
print("expected: the operation is ready, and begins")
print("seen: \(hasBegun ? "the same" : "isReady is \(operation.isReady), and it did not begin within 2 s")")
exit(hasBegun ? 0 : 1)
