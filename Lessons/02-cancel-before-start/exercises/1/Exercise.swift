import Foundation

// Give up an operation, and go on.
//
// operation is in no queue and nobody has started it. giveUp is to make sure that it never does
// its work, that it is finished, and only then to come back. As it is, it never comes back.

func giveUp(_ operation: Operation) {
  operation.cancel()
  operation.waitUntilFinished()
}
