// Article C's test in plain Foundation: its own class depends on a block that sleeps.
import Foundation

final class ConcurrentOperation: Operation, @unchecked Sendable {
  private let dependency: Operation
  private let lock = NSLock()
  private var state = (isExecuting: false, isFinished: false)  // guarded by lock

  init(_ name: String, after dependency: Operation) {
    self.dependency = dependency
    super.init()
    self.name = name
    addDependency(dependency)
  }

  override func start() {
    print("\(name!) starts, cancelled: \(isCancelled), boil finished: \(dependency.isFinished)")
    if isCancelled { return set(isExecuting: false, isFinished: true) }
    set(isExecuting: true, isFinished: false)
    Thread.detachNewThread { self.main() }
  }

  override func main() {
    print("\(name!) works")
    set(isExecuting: false, isFinished: true)
  }

  private func set(isExecuting: Bool, isFinished: Bool) {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = (isExecuting, isFinished) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state.isExecuting } }
  override var isFinished: Bool { lock.withLock { state.isFinished } }
}

for cancels in [false, true] {
  let queue = OperationQueue()
  let boil = BlockOperation { sleep(1) }
  let pour = ConcurrentOperation(cancels ? "cancelled pour" : "pour", after: boil)
  queue.addOperation(pour)
  queue.addOperation(boil)
  if cancels { pour.cancel() }
  queue.waitUntilAllOperationsAreFinished()
  print("\(pour.name!) finished: \(pour.isFinished)")
}
