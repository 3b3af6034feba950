// A completion block that captures its own operation.
// Documented: completionBlock "is set to nil after the completion block begins executing", so the
// circle is broken,
// https://developer.apple.com/documentation/foundation/operation/completionblock
import Foundation

/// Runs such an operation until it has finished, and releases it.
func run() -> () -> Operation? {
  let operation = BlockOperation {}
  let hasRun = DispatchSemaphore(value: 0)
  operation.completionBlock = {
    _ = operation.isFinished
    hasRun.signal()
  }
  operation.start()
  guard hasRun.wait(timeout: .now() + 2) == .success else { return { operation } }
  return { [weak operation] in operation }
}

// The thread of the block may hold the operation a little longer.
let remaining = run()
let deadline = Date(timeIntervalSinceNow: 1)
while remaining() != nil, Date() < deadline {
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02))
}
let isGone = remaining() == nil
print("documented: the block is released when it has begun, and the operation with it")
print("seen: \(isGone ? "the same" : "the operation is still there")")
exit(isGone ? 0 : 1)
