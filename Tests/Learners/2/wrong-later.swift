// misses: finishes
import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  DispatchQueue.global().async { operation.start() }
}
