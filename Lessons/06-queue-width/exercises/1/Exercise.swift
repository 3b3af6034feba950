import Foundation

// Two downloads at a time.
//
// The server wants at most two downloads from you at the same time, and you do not want to be
// slower than that. downloadAll begins six files at once.
//
// Mend it: two at a time, never more, until all are done. downloadAll need not wait for them.

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  for file in files {
    queue.addOperation(BlockOperation(block: file))
  }
}
