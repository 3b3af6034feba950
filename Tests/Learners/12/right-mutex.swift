import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private enum Step { case waiting, executing, finished }
  private let begin: (@escaping () -> Void) -> Void
  private let step = Mutex(Step.waiting)
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { step.withLock { $0 == .executing } }
  override var isFinished: Bool { step.withLock { $0 == .finished } }
  @discardableResult
  private func move(_ old: Step, _ new: Step) -> Bool {
    let isMine = step.withLock {
      guard $0 == old else { return false }
      $0 = new
      return true
    }
    guard isMine else { return false }
    for key in ["isExecuting", "isFinished"] {
      willChangeValue(forKey: key)
      didChangeValue(forKey: key)
    }
    return true
  }
  override func start() {
    guard move(.waiting, .executing) else { return }
    if isCancelled {
      move(.executing, .finished)
    } else {
      begin { self.move(.executing, .finished) }
    }
  }
  override func cancel() {
    super.cancel()
    move(.executing, .finished)
  }
}
