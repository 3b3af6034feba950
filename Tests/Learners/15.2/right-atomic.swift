import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let isOver = Atomic(false)
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { isOver.load(ordering: .acquiring) }
  override func start() {
    begin {
      self.willChangeValue(forKey: "isFinished")
      self.isOver.store(true, ordering: .releasing)
      self.didChangeValue(forKey: "isFinished")
    }
  }
}
