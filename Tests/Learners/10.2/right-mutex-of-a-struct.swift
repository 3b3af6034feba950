import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private struct State {
    var hasStarted = false
    var isExecuting = false
    var isFinished = false
  }

  private let begin: (@escaping () -> Void) -> Void
  private let state = Mutex(State())

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    let isFirst = state.withLock { state in
      if state.hasStarted { return false }
      state.hasStarted = true
      return true
    }
    if !isFirst { return }
    if isCancelled {
      dependencies.forEach(removeDependency)
      super.cancel()
      end()
    } else {
      willChangeValue(for: \.isExecuting)
      state.withLock { $0.isExecuting = true }
      didChangeValue(for: \.isExecuting)
      begin { [self] in end() }
    }
  }

  private func end() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    state.withLock {
      $0.isExecuting = false
      $0.isFinished = true
    }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0.isExecuting } }
  override var isFinished: Bool { state.withLock { $0.isFinished } }
}
