import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if attempt() { return }
    Task {
      try? await Task.sleep(for: .milliseconds(400))
      upload(attempt, in: queue)
    }
  }
}
