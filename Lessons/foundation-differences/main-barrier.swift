// A barrier block is put into the main queue, which is empty.
// Documented: the main queue runs its operations "on the app's main thread",
// https://developer.apple.com/documentation/foundation/operationqueue/main
import Foundation

/// What the block found out. The main thread reads it when the block has signalled.
final class Found: @unchecked Sendable {
  let hasRun = DispatchSemaphore(value: 0)
  var isMainThread = false
}

let found = Found()
OperationQueue.main.addBarrierBlock {
  found.isMainThread = Thread.isMainThread
  found.hasRun.signal()
}
// Only in its run loop can the main thread run an operation. Two seconds are enough.
var hasRun = false
let deadline = Date(timeIntervalSinceNow: 2)
while !hasRun, Date() < deadline {
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02))
  hasRun = found.hasRun.wait(timeout: .now()) == .success
}
let isDocumented = hasRun && found.isMainThread
print("documented: the block runs on the main thread")
print("seen: \(!hasRun ? "it never ran" : isDocumented ? "the same" : "it ran on another thread")")
exit(isDocumented ? 0 : 1)
