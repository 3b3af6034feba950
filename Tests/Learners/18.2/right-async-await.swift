import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A task waits for the session.
final class Download: Operation, @unchecked Sendable {
  private let url: URL
  private let file: URL
  private let lock = NSLock()
  private var phase = 0
  private var task: Task<Void, Never>?

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func start() {
    guard !isCancelled else { return go(to: 2) }
    go(to: 1)
    let task = Task {
      await self.load()
      self.go(to: 2)
    }
    lock.withLock { self.task = task }
    if isCancelled { task.cancel() }
  }

  private func load() async {
    guard let (data, response) = try? await URLSession.shared.data(from: url),
      (response as? HTTPURLResponse)?.statusCode == 200
    else { return }
    try? data.write(to: file)
  }

  override func cancel() {
    super.cancel()
    lock.withLock { task }?.cancel()
  }

  private func go(to new: Int) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { phase = new }
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { phase == 1 } }
  override var isFinished: Bool { lock.withLock { phase == 2 } }
}
