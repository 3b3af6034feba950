// misses: until-it-works
import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    for pause in [0.0, 0.1, 0.2, 0.2] {
      Thread.sleep(forTimeInterval: pause)
      if attempt() { return }
    }
  }
}
