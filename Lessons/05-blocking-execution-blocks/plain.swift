// Article C's block operations in plain Foundation: one block, then two.
import Foundation

let one = BlockOperation { print("only block, main thread: \(Thread.isMainThread)") }
print("asynchronous: \(one.isAsynchronous)")
one.start()

// The first block waits a second for the other one to begin.
let secondBegins = DispatchSemaphore(value: 0)
let two = BlockOperation {
  let isThere = secondBegins.wait(timeout: .now() + 1) == .success
  print("block 1, main thread: \(Thread.isMainThread), block 2 has begun: \(isThere)")
}
two.addExecutionBlock {
  secondBegins.signal()
  sleep(1)
  print("block 2, main thread: \(Thread.isMainThread)")
}
print("blocks: \(two.executionBlocks.count)")
two.start()
print("finished after start(): \(two.isFinished)")
