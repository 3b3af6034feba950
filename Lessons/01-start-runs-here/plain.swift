// Articles A and C in plain Foundation: the work runs on the thread that calls start().
import Foundation

class TestOperation: Operation, @unchecked Sendable {
  init(_ name: String) {
    super.init()
    self.name = name
  }

  override func main() {
    print("\(name!) works, main thread: \(Thread.isMainThread), executing: \(isExecuting)")
  }
}

final class FlagOnlyOperation: TestOperation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
}

let called = TestOperation("called")
called.main()
print("called finished after main(): \(called.isFinished)")

let started = TestOperation("started")
started.start()
print("started finished after start(): \(started.isFinished)")

let flagOnly = FlagOnlyOperation("flag only")
flagOnly.start()
print("flag only finished after start(): \(flagOnly.isFinished)")

let queue = OperationQueue()
queue.addOperation(TestOperation("queued"))
queue.waitUntilAllOperationsAreFinished()
