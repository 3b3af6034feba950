// misses: world called-twice
import Foundation
import Synchronization

private let isSent = Atomic<Bool>(false)

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  queue.addOperation {
    first()
    isSent.store(true, ordering: .sequentiallyConsistent)
  }
  queue.addOperation {
    while !isSent.load(ordering: .sequentiallyConsistent) { Thread.sleep(forTimeInterval: 0.01) }
    second()
  }
}
