// misses: no-idle
import Foundation

func downloadAll(_ files: [() -> Void]) {
  DispatchQueue.global().async {
    let queue = OperationQueue()
    for start in stride(from: 0, to: files.count, by: 2) {
      let pair = files[start..<min(start + 2, files.count)].map { BlockOperation(block: $0) }
      queue.addOperations(pair, waitUntilFinished: true)
    }
  }
}
