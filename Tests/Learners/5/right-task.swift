import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  Task {
    await withTaskGroup(of: Void.self) { group in
      for half in [left, right] {
        group.addTask {
          await withCheckedContinuation { continuation in
            queue.addOperation {
              half()
              continuation.resume()
            }
          }
        }
      }
    }
    queue.addOperation(done)
  }
}
