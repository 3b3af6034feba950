// Two blocks of one BlockOperation. The first waits for the second.
// Documented: "an operation that manages the concurrent execution of one or more blocks",
// https://developer.apple.com/documentation/foundation/blockoperation
import Foundation

let secondBegan = DispatchSemaphore(value: 0)
let met = DispatchSemaphore(value: 0)
let operation = BlockOperation {
  // With a deadline, so that the program does not hang if the second block runs only afterwards.
  if secondBegan.wait(timeout: .now() + 1) == .success { met.signal() }
}
operation.addExecutionBlock { secondBegan.signal() }
operation.start()

let isConcurrent = met.wait(timeout: .now()) == .success
print("documented: the blocks run concurrently")
print("seen: \(isConcurrent ? "the same" : "the second began when the first had given up waiting")")
exit(isConcurrent ? 0 : 1)
