// misses: no-idle
import Foundation

func downloadAll(_ files: [() -> Void]) {
  let lanes = [OperationQueue(), OperationQueue()]
  for lane in lanes { lane.maxConcurrentOperationCount = 1 }
  for (number, file) in files.enumerated() { lanes[number % 2].addOperation(file) }
}
