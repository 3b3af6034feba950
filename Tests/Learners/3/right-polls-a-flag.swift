import Foundation

/// Polls whether the transfer has ended.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var isThere = false
  private var isOver = false
  private let timer = DispatchSource.makeTimerSource(queue: .global())

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    timer.setEventHandler { [self] in
      guard lock.withLock({ isThere }) else { return }
      timer.cancel()
      willChangeValue(for: \.isFinished)
      lock.withLock { isOver = true }
      didChangeValue(for: \.isFinished)
    }
    timer.schedule(deadline: .now() + 0.06, repeating: 0.06)
    timer.resume()
    begin { self.lock.withLock { self.isThere = true } }
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
