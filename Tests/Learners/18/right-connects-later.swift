import Foundation

final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSRecursiveLock()
  private var state = "new"
  private var giveUp: (() -> Void)?

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    let isMine = lock.withLock {
      guard state == "new", !isCancelled else { return false }
      state = "under way"
      return true
    }
    guard isMine else { return end() }
    // Connecting may take a moment.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [self] in
      let giveUp = connect { [self] _ in end() }
      lock.withLock { self.giveUp = giveUp }
      if isCancelled { giveUp() }
    }
  }

  override func cancel() {
    super.cancel()
    let (isUnderWay, giveUp) = lock.withLock { (state == "under way", self.giveUp) }
    guard isUnderWay else { return }
    end()
    giveUp?()
  }

  private func end() {
    willChangeValue(forKey: "isFinished")
    let isFirst = lock.withLock {
      defer { state = "over" }
      return state != "over"
    }
    if isFirst { didChangeValue(forKey: "isFinished") }
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { state == "over" } }
}
