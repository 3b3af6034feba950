// misses: waits-its-turn
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private var isOver = true

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    willChangeValue(forKey: "isFinished")
    isOver = false
    didChangeValue(forKey: "isFinished")
    begin {
      self.willChangeValue(forKey: "isFinished")
      self.isOver = true
      self.didChangeValue(forKey: "isFinished")
    }
  }

  override var isFinished: Bool { isOver }
}
