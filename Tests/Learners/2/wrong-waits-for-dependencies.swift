// misses: comes-back
import Foundation
func giveUp(_ operation: Operation) {
  operation.cancel()
  for other in operation.dependencies { other.waitUntilFinished() }
  operation.start()
}
