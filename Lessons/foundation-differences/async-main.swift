// main is async: it awaits, and then adds an operation to the main queue.
// Documented: the main queue runs its operations "on the app's main thread",
// https://developer.apple.com/documentation/foundation/operationqueue/main
import Foundation

@MainActor func mainQueueUsesMainThread() async -> Bool {
  await withCheckedContinuation { continuation in
    OperationQueue.main.addOperation { continuation.resume(returning: Thread.isMainThread) }
  }
}

// The await makes all of this an async main. Here the main thread leaves it, on Linux for good.
let isDocumented = await mainQueueUsesMainThread()
print("documented: the operation runs on the main thread")
print("seen: \(isDocumented ? "the same" : "it ran on another thread")")
exit(isDocumented ? 0 : 1)
