// misses: data race
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private var isOver = false
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { isOver }
  override func start() {
    begin {
      self.willChangeValue(forKey: "isFinished")
      self.isOver = true
      self.didChangeValue(forKey: "isFinished")
    }
  }
}
