import Foundation

/// Six threads, each of which waits for its transfer. It returns when all is loaded.
func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let lock = NSLock()
  var next = 0
  let all = DispatchGroup()
  for _ in 0..<6 {
    all.enter()
    Thread.detachNewThread {
      while true {
        lock.lock()
        let place = next
        next += 1
        lock.unlock()
        guard place < transfers.count else { break }
        let isOver = DispatchSemaphore(value: 0)
        let begin = transfers[place]
        begin { isOver.signal() }
        isOver.wait()
      }
      all.leave()
    }
  }
  all.wait()
}
