import Foundation

func downloadAll(_ files: [() -> Void]) {
  let condition = NSCondition()
  var count = 0
  DispatchQueue.global().async {
    for file in files {
      condition.lock()
      // Looks again now and then, in case that a signal gets lost.
      while count == 2 { condition.wait(until: Date(timeIntervalSinceNow: 0.5)) }
      count += 1
      condition.unlock()
      Thread.detachNewThread {
        file()
        condition.lock()
        count -= 1
        condition.signal()
        condition.unlock()
      }
    }
  }
}
