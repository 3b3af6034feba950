// misses: finishes
import Foundation

func giveUp(_ operation: Operation) {
  operation.queuePriority = .veryLow
}
