// misses: announces
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    begin {
      self.willChangeValue(forKey: "isFinished")
      self.didChangeValue(forKey: "isFinished")
      self.isOver = true
    }
  }

  override var isFinished: Bool { isOver }
}
