import Foundation

func downloadAll(_ files: [() -> Void]) {
  let lock = NSLock()
  var rest = files[...]
  for _ in 0..<2 {
    DispatchQueue.global().async {
      while let file = lock.withLock({ rest.popFirst() }) { file() }
    }
  }
}
