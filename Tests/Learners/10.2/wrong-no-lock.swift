// misses: world started-by-two
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private var step = 0
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { step == 1 }
  override var isFinished: Bool { step == 2 }
  private func change(_ new: Int) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    step = new
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
  override func start() {
    if step != 0 { return }
    if isCancelled { return change(2) }
    change(1)
    begin { self.change(2) }
  }
}
