// misses: until-it-works
import Foundation
import Synchronization

private let isDone = Atomic<Bool>(false)

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if isDone.load(ordering: .sequentiallyConsistent) { return }
    if attempt() { return isDone.store(true, ordering: .sequentiallyConsistent) }
    upload(attempt, in: queue)
  }
}
