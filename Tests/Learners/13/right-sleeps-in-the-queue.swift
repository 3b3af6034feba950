import Foundation

/// The slot stays taken while it waits. The task does not forbid that.
final class Attempts: Operation, @unchecked Sendable {
  private let attempt: () -> Bool

  init(_ attempt: @escaping () -> Bool) {
    self.attempt = attempt
  }

  override func main() {
    while !attempt() { Thread.sleep(until: Date(timeIntervalSinceNow: 0.2)) }
  }
}

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation(Attempts(attempt))
}
