import Foundation

// One way to do it.

func giveUp(_ operation: Operation) {
  operation.cancel()
  // start() is the only way to finished. It sees that the operation was cancelled, leaves out the
  // work and goes straight to the end.
  operation.start()
  operation.waitUntilFinished()
}
