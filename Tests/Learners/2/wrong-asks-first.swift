// misses: world cancelled-before
import Foundation
func giveUp(_ operation: Operation) {
  if operation.isCancelled { return }
  operation.cancel()
  operation.start()
}
