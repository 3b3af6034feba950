import Foundation

final class Download: Operation, @unchecked Sendable {
  private enum State { case waiting, executing, ending, finished }
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSRecursiveLock()
  private var state = State.waiting

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func start() {
    if isCancelled {
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    willChangeValue(forKey: "isExecuting")
    let isFirst = move(from: .waiting, to: .executing)
    didChangeValue(forKey: "isExecuting")
    guard isFirst else { return }
    if isCancelled { return finish() }
    begin { [weak self] in self?.finish() }
  }

  override func cancel() {
    super.cancel()
    finish()
  }

  private func finish() {
    guard move(from: .executing, to: .ending) else { return }
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    _ = move(from: .ending, to: .finished)
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  private func move(from old: State, to new: State) -> Bool {
    lock.withLock {
      guard state == old else { return false }
      state = new
      return true
    }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing || state == .ending } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
