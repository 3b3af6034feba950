import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// One way to do it.

/// Loads a file. On Linux and on macOS the session calls the closure on its own thread.
final class Download: Operation, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// Both guarded by `lock`.
  private var state = State.waiting
  private var task: URLSessionTask?

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func start() {
    if isFinished { return }
    if isCancelled {
      // On Linux: one that still runs would crash after this operation is gone, and cancel() counts anew (lesson 4).
      dependencies.forEach(removeDependency)
      super.cancel()
      return move(to: .finished)
    }
    move(to: .executing)
    let task = URLSession.shared.dataTask(with: url) { data, response, _ in
      // Every way out of this closure finishes the operation.
      defer { self.move(to: .finished) }
      let status = (response as? HTTPURLResponse)?.statusCode
      guard status == 200, let data, !self.isCancelled else { return }
      try? data.write(to: self.file, options: .atomic)
    }
    lock.withLock { self.task = task }
    task.resume()
    // If cancel() was called before, it found no task.
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    super.cancel()
    // The session calls the closure with an error, and the closure finishes the operation.
    lock.withLock { task }?.cancel()
  }

  private func move(to new: State) {
    let keys = ["isExecuting", "isFinished"]
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock { state = new }
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
