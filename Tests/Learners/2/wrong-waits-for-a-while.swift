// misses: finishes
import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  let isOver = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    operation.start()
    isOver.signal()
  }
  _ = isOver.wait(timeout: .now() + .milliseconds(100))
}
