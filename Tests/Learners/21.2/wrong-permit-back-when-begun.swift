// misses: six
import Foundation
import OperationLab

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let permits = DispatchSemaphore(value: 6)
  let queue = OperationQueue()
  for begin in transfers {
    queue.addOperation {
      permits.wait()
      begin {}
      permits.signal()
    }
  }
}
