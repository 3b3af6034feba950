// misses: hangs
import Foundation
func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let condition = NSCondition()
    begin { condition.signal() }
    condition.lock()
    condition.wait()
    condition.unlock()
  }
}
