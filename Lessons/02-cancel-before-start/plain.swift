// Article C's test of cancel() in plain Foundation: no queue, cancel(), then start().
import Foundation

func show(_ operation: Operation, _ moment: String) {
  print("\(moment): cancelled: \(operation.isCancelled), finished: \(operation.isFinished)")
}

let block = BlockOperation { print("the block of the cancelled operation runs") }
block.cancel()
show(block, "after cancel()")

// waitUntilFinished() has no deadline, so another thread calls it.
let waitEnds = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  block.waitUntilFinished()
  waitEnds.signal()
}
print("the wait ends before start(): \(waitEnds.wait(timeout: .now() + 1) == .success)")
block.start()
show(block, "after start()")
print("the wait ends after start(): \(waitEnds.wait(timeout: .now() + 5) == .success)")

let tooLate = BlockOperation { print("the block of the other operation runs") }
tooLate.start()
tooLate.cancel()
show(tooLate, "start() before cancel()")
