// misses: returns
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func main() {
    let isOver = DispatchSemaphore(value: 0)
    begin { isOver.signal() }
    isOver.wait()
  }
}
