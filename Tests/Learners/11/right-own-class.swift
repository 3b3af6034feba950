import Foundation
import Synchronization

private final class Transfer: Operation, @unchecked Sendable {
  private enum State { case ready, executing, finished }
  private let state = Mutex(State.ready)
  private let begin: (@escaping () -> Void) -> Void

  init(_ begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  private func become(_ new: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    state.withLock { $0 = new }
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }

  override func start() {
    if isCancelled { return become(.finished) }
    become(.executing)
    begin { self.become(.finished) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  Transfer(begin)
}
