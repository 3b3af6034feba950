import Foundation

// HALF-FIX on purpose: first the work is done, then it is cancelled.

func giveUp(_ operation: Operation) {
  operation.start()
  operation.cancel()
  operation.waitUntilFinished()
}
