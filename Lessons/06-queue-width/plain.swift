// Article A's two tasks in plain Foundation: width 2, width 1, and the main queue.
import Foundation

final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var running = 0, peak = 0  // guarded by lock
  var most: Int { lock.withLock { peak } }

  func task() {
    lock.withLock {
      running += 1
      peak = max(peak, running)
    }
    sleep(1)
    lock.withLock { running -= 1 }
  }
}

for width in [2, 1] {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = width
  let counter = Counter()
  // Article A passes this text as the `object:` argument of an NSInvocationOperation.
  let object = "Hello, World!"
  queue.addOperation { counter.task() }
  queue.addOperation {
    counter.task()
    if width == 2 { print("Task2, main thread: \(Thread.isMainThread), \(object)") }
  }
  queue.waitUntilAllOperationsAreFinished()
  print("width \(width): at most \(counter.most) at once")
}

let mainQueue = OperationQueue.main
mainQueue.maxConcurrentOperationCount = 2
print("width of the main queue: \(mainQueue.maxConcurrentOperationCount)")
Thread.detachNewThread {
  OperationQueue.main.addOperation {
    print("main queue, main thread: \(Thread.isMainThread)")
    exit(0)
  }
}
RunLoop.main.run(until: .now + 5)
