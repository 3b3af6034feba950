import Foundation

/// Each operation waits for its transfer.
func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 6
  for begin in transfers {
    queue.addOperation {
      let isOver = DispatchSemaphore(value: 0)
      begin { isOver.signal() }
      isOver.wait()
    }
  }
}
