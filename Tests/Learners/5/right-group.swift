import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let group = DispatchGroup()
  for half in [left, right] {
    group.enter()
    queue.addOperation {
      half()
      group.leave()
    }
  }
  group.notify(queue: .main) { queue.addOperation(done) }
}
