import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private enum State {
    case waiting
    case beginning
    case loading(giveUp: () -> Void)
    case finished
  }

  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  private var state = State.waiting

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }

  override func start() {
    if isCancelled {
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    let isFirst = lock.withLock {
      guard case .waiting = state else { return false }
      state = .beginning
      return true
    }
    guard isFirst else { return }
    if isCancelled { return _ = finish() }
    let giveUp = connect { _ in _ = self.finish() }
    let isOver = lock.withLock {
      guard case .beginning = state else { return true }
      state = .loading(giveUp: giveUp)
      return false
    }
    if isOver { giveUp() }
  }

  override func cancel() {
    super.cancel()
    let hasBegun = lock.withLock { if case .waiting = state { false } else { true } }
    if hasBegun { finish()?() }
  }

  /// Returns what gives the transfer up.
  private func finish() -> (() -> Void)? {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    let giveUp: (() -> Void)? = lock.withLock {
      defer { state = .finished }
      if case .loading(let giveUp) = state { return giveUp }
      return nil
    }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
    return giveUp
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool {
    lock.withLock {
      switch state {
      case .beginning, .loading: true
      case .waiting, .finished: false
      }
    }
  }
  override var isFinished: Bool {
    lock.withLock { if case .finished = state { true } else { false } }
  }
}
