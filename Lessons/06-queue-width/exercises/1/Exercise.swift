import Foundation

// Two downloads at a time.
//
// The server allows at most two downloads at the same time, and you want to use both. downloadAll
// begins all files at once.
//
// Mend it: each file is loaded once, and never more than two at a time. When one of the two ends,
// the next file begins at once, however long the other one takes. downloadAll may return before all
// files are loaded, or after that.

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  for file in files {
    queue.addOperation(BlockOperation(block: file))
  }
}
