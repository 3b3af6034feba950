import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  DispatchQueue.global().async { operation.start() }
  while !operation.isFinished { Thread.sleep(until: Date(timeIntervalSinceNow: 0.005)) }
}
