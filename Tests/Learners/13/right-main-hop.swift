import Foundation

final class Attempt: Operation, @unchecked Sendable {
  let work: () -> Bool
  let failed: () -> Void
  init(_ work: @escaping () -> Bool, failed: @escaping () -> Void) {
    self.work = work
    self.failed = failed
  }
  override func main() {
    if !work() { DispatchQueue.main.async(execute: failed) }
  }
}

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation(Attempt(attempt, failed: { upload(attempt, in: queue) }))
}
