import Foundation

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  let group = DispatchGroup()
  queue.isSuspended = true
  for piece in pieces {
    group.enter()
    queue.addOperation {
      piece()
      group.leave()
    }
    prepare()
  }
  queue.isSuspended = false
  group.wait()
}
