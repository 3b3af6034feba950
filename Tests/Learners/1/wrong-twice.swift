import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  let queue = OperationQueue()
  queue.addOperation(load)
  queue.addOperation(load)
}
