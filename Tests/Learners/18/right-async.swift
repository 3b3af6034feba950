import Foundation

/// Connects in a task. A semaphore stands in for an actor.
final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let semaphore = DispatchSemaphore(value: 1)
  private var giveUp: (() -> Void)?
  private var begun = false
  private var ended = false
  private var executing = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }

  private func guarded<R>(_ body: () -> R) -> R {
    semaphore.wait()
    defer { semaphore.signal() }
    return body()
  }

  override func start() {
    guarded { begun = true }
    if isCancelled { return end() }
    willChangeValue(forKey: "isExecuting")
    guarded { executing = true }
    didChangeValue(forKey: "isExecuting")
    Task {
      try? await Task.sleep(for: .milliseconds(30))
      if self.isCancelled { return self.end() }
      let stop = self.connect { _ in self.end() }
      self.guarded { self.giveUp = stop }
      if self.isCancelled { stop() }
    }
  }

  override func cancel() {
    super.cancel()
    DispatchQueue.global().async {
      guard self.guarded({ self.begun }) else { return }
      self.guarded { self.giveUp }?()
      self.end()
    }
  }

  private let endLock = NSLock()
  private var isEnding = false
  private func end() {
    let first = endLock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard first else { return }
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    guarded { (executing, ended) = (false, true) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { guarded { executing } }
  override var isFinished: Bool { guarded { ended } }
}
