import Foundation

/// A base that overrides `start()` and leaves `main()` to its subclasses.
class AsyncOperation: Operation, @unchecked Sendable {
  private enum State { case waiting, working, ended }

  private let stateLock = NSLock()
  private var stored = State.waiting

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { stateLock.withLock { stored == .working } }
  override var isFinished: Bool { stateLock.withLock { stored == .ended } }

  override func start() {
    if isCancelled { return finish() }
    guard move(from: [.waiting], to: .working, keys: ["isExecuting"]) else { return }
    main()
  }

  func finish() {
    let isWorking = isExecuting
    _ = move(
      from: [.waiting, .working], to: .ended,
      keys: isWorking ? ["isExecuting", "isFinished"] : ["isFinished"])
  }

  private func move(from: [State], to: State, keys: [String]) -> Bool {
    let isAllowed = stateLock.withLock { from.contains(stored) }
    guard isAllowed else { return false }
    for key in keys { willChangeValue(forKey: key) }
    let hasMoved = stateLock.withLock {
      guard from.contains(stored) else { return false }
      stored = to
      return true
    }
    for key in keys.reversed() { didChangeValue(forKey: key) }
    return hasMoved
  }
}
