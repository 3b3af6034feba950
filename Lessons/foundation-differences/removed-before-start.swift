// A cancelled operation in a suspended queue removes a dependency that has finished.
// Expected: the queue starts it when it is resumed. No page of Apple's says so in so many words.
import Foundation

let queue = OperationQueue()
queue.isSuspended = true
let boil = BlockOperation {}
let pour = BlockOperation {}
pour.addDependency(boil)
queue.addOperation(pour)
boil.start()
pour.cancel()
pour.removeDependency(boil)
queue.isSuspended = false

let finished = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  pour.waitUntilFinished()
  finished.signal()
}
let isFinished = finished.wait(timeout: .now() + 2) == .success
print("expected: pour is started, and finishes without its work")
print("seen: \(isFinished ? "the same" : "pour never finishes, ready: \(pour.isReady)")")
exit(isFinished ? 0 : 1)
