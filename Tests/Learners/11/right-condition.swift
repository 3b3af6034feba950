import Foundation

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let condition = NSCondition()
    var isThere = false
    begin {
      condition.lock()
      isThere = true
      condition.signal()
      condition.unlock()
    }
    condition.lock()
    while !isThere { condition.wait(until: Date(timeIntervalSinceNow: 0.3)) }
    condition.unlock()
  }
}
