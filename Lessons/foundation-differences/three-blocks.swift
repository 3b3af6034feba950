// Two blocks of one BlockOperation, of which the first waits for the second.
// Documented: "an operation that manages the concurrent execution of one or more blocks",
// https://developer.apple.com/documentation/foundation/blockoperation
import Foundation

let secondBegan = DispatchSemaphore(value: 0)
let met = DispatchSemaphore(value: 0)
let operation = BlockOperation {
  // With a deadline, so that nothing hangs where the second comes only afterwards.
  if secondBegan.wait(timeout: .now() + 1) == .success { met.signal() }
}
operation.addExecutionBlock { secondBegan.signal() }
operation.start()

let isConcurrent = met.wait(timeout: .now()) == .success
print("documented: the blocks run concurrently")
print("seen: \(isConcurrent ? "the same" : "the second began when the first had given up waiting")")
exit(isConcurrent ? 0 : 1)
