// misses: until-it-works
import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  func next() -> Operation {
    BlockOperation {
      guard !attempt() else { return }
      let again = next()
      queue.addOperation(again)
      again.waitUntilFinished()
    }
  }
  queue.addOperation(next())
}
