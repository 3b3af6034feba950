// misses: no-work
import Foundation
func giveUp(_ operation: Operation) {
  operation.start()
  operation.cancel()
}
