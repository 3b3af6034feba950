import Foundation

// HALF-FIX on purpose: nothing more is loaded, and nothing saved.

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  queue.isSuspended = true
}
