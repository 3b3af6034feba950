import Foundation

// Subtitles from two servers.
//
// connect asks a server: the first call asks the first server, the second call asks the second one.
// Its closure is called once, with true if the subtitles are there, and with false if not. When the
// first server fails, the second one is asked. If both fail, the film waits for its subtitles forever.
//
// Mend it: the operation is finished when a server has sent the subtitles or both have failed, and not
// before. If it is cancelled while the first server is asked, the second one is not asked any more,
// and the operation is finished when the first server has answered, or earlier.
//
// In the trace, the operation is called download.

/// The subtitles of a film, from the first server that has them.
final class Subtitles: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    if isCancelled { return finish() }
    ask(servers: 2)
  }

  private func ask(servers: Int) {
    _ = connect { isThere in
      if isThere { return self.finish() }
      if servers > 1 { self.ask(servers: servers - 1) }
    }
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
