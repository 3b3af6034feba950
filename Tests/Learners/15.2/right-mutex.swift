import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let isOver = Mutex(false)
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { isOver.withLock { $0 } }
  override func start() {
    begin {
      DispatchQueue.main.async {
        self.willChangeValue(for: \.isFinished)
        self.isOver.withLock { $0 = true }
        self.didChangeValue(for: \.isFinished)
      }
    }
  }
}
