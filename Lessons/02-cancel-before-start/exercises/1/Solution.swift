import Foundation

// One way to do it.

func giveUp(_ operation: Operation) {
  operation.cancel()
  // Only start() makes it finished. It sees that the operation was cancelled, skips the work and
  // finishes.
  operation.start()
  operation.waitUntilFinished()
}
