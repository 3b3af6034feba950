import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let queue = DispatchQueue(label: "state")
  private var _executing = false
  private var _finished = false
  override var isExecuting: Bool { queue.sync { _executing } }
  override var isFinished: Bool { queue.sync { _finished } }
  private func setExecuting(_ value: Bool) {
    willChangeValue(for: \.isExecuting)
    queue.sync { _executing = value }
    didChangeValue(for: \.isExecuting)
  }
  override func start() {
    setExecuting(true)
    begin {
      self.setExecuting(false)
      self.willChangeValue(for: \.isFinished)
      self.queue.sync { self._finished = true }
      self.didChangeValue(for: \.isFinished)
    }
  }

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
}
