import Foundation

private struct Attempts {
  let attempt: () -> Bool
  let queue: OperationQueue

  func next() {
    queue.addOperation { if !attempt() { next() } }
  }
}

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  Attempts(attempt: attempt, queue: queue).next()
}
