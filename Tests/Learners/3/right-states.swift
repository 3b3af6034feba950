import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private enum State { case ready, executing, finished }
  private let queue = DispatchQueue(label: "state")
  private var value = State.ready
  private var state: State {
    get { queue.sync { value } }
    set {
      willChangeValue(forKey: "isExecuting")
      willChangeValue(forKey: "isFinished")
      queue.sync { value = newValue }
      didChangeValue(forKey: "isFinished")
      didChangeValue(forKey: "isExecuting")
    }
  }

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state == .executing }
  override var isFinished: Bool { state == .finished }

  override func start() {
    if isCancelled {
      state = .finished
      return
    }
    state = .executing
    begin { self.state = .finished }
  }
}
