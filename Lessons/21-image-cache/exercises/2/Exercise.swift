import Foundation
import OperationLab

// Six transfers at a time, and really six.
//
// The queue has a width of 6, and yet all ten transfers are under way at once: each operation is
// finished as soon as it has set its transfer going.
//
// Build it right: six transfers are under way, the next one begins when one of them has ended, and
// in the end all were begun once. begin returns at once; its closure is called at the end. loadAll
// may return at once, or when all is loaded. AsyncOperation is at hand.

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 6
  for begin in transfers {
    queue.addOperation(BlockOperation { begin {} })
  }
}
