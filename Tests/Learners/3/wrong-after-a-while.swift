// misses: not-early
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    begin {}
    let end = DispatchWorkItem { [self] in
      willChangeValue(forKey: "isFinished")
      lock.withLock { isOver = true }
      didChangeValue(forKey: "isFinished")
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2, execute: end)
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
