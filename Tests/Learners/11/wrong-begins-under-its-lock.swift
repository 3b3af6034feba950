// misses: hangs
import Foundation
func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let condition = NSCondition()
    var isThere = false
    condition.lock()
    begin {
      condition.lock()
      isThere = true
      condition.signal()
      condition.unlock()
    }
    while !isThere { condition.wait() }
    condition.unlock()
  }
}
