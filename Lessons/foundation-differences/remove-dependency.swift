// An operation loses its only dependency while it waits in a queue.
// Documented: removeDependency(_:) "removes the receiver's dependence on the specified operation"
// and may change isReady,
// https://developer.apple.com/documentation/foundation/operation/removedependency(_:)
import Foundation

let queue = OperationQueue()
let mayEnd = DispatchSemaphore(value: 0)
let began = DispatchSemaphore(value: 0)
let boil = BlockOperation { mayEnd.wait() }
let pour = BlockOperation { began.signal() }
pour.addDependency(boil)
queue.addOperations([boil, pour], waitUntilFinished: false)

pour.removeDependency(boil)
let atOnce = began.wait(timeout: .now() + 1) == .success
mayEnd.signal()
let afterwards = atOnce || began.wait(timeout: .now() + 1) == .success

print("documented: pour depends on nothing any more, and begins")
print("seen: \(atOnce ? "the same" : afterwards ? "it waited for boil" : "it never began")")
exit(atOnce ? 0 : 1)
