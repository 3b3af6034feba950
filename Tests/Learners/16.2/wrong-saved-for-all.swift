// misses: world called-twice
import Foundation
import Synchronization

private let isSaved = Atomic<Bool>(false)

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  queue.addOperation {
    load()
    save()
    isSaved.store(true, ordering: .sequentiallyConsistent)
  }
  queue.addOperation {
    while !isSaved.load(ordering: .sequentiallyConsistent) { Thread.sleep(forTimeInterval: 0.01) }
    show()
  }
}
