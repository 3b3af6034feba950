import Foundation

// Give up an operation, and go on.
//
// operation is in no queue and has not been started. It may have dependencies. When giveUp returns,
// the operation must be finished, and it must never do its work. Now giveUp never returns.

func giveUp(_ operation: Operation) {
  operation.cancel()
  operation.waitUntilFinished()
}
