import Foundation
import OperationLab

// Six transfers at a time, and really six.
//
// The queue has width 6, but all ten transfers run at the same time. Each operation finishes as
// soon as its transfer has begun.
//
// Build it right: six transfers run, and the next one begins when one of them has ended. In the end
// each has begun once. begin returns at once, and calls its closure when the transfer has ended.
// loadAll may return at once, or when all transfers have ended. You may use the kit's
// AsyncOperation.

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 6
  for begin in transfers {
    queue.addOperation(BlockOperation { begin {} })
  }
}
