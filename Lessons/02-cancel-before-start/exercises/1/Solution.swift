import Foundation

// One way to do it.

func giveUp(_ operation: Operation) {
  operation.cancel()
  // Only start() makes it finished. It checks that the operation was cancelled, and skips the work.
  operation.start()
  operation.waitUntilFinished()
}
