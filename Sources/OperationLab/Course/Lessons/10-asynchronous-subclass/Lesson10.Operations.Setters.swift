import Foundation
import OperationLab
import OperationTesting

/// Article A's two subclasses: `MyOperation`, which works inside `start()`, and the way in which its
/// file download ends.
extension Lesson10 {
  // snippet: setters
  /// The article's two setters: each sets one flag and announces it.
  class SettingOperation: TracedOperation, @unchecked Sendable {
    // Each by itself: the article has no lock, and nothing that keeps the two together.
    private let executing = Locked(false)
    private let finished = Locked(false)

    final func setExecuting(_ value: Bool) {
      announcing("isExecuting") { executing.withLock { $0 = value } }
    }

    final func setFinished(_ value: Bool) {
      announcing("isFinished") { finished.withLock { $0 = value } }
    }

    final override var isAsynchronous: Bool { true }
    final override var isExecuting: Bool { executing.withLock { $0 } }
    final override var isFinished: Bool { finished.withLock { $0 } }
  }
  // end snippet

  // snippet: my-operation
  /// Article A's `MyOperation`: it says that it is asynchronous, sets executing first of all, and
  /// does its work, step by step, inside `start()`.
  final class MyOperation: SettingOperation, @unchecked Sendable {
    private let work: @Sendable () -> Void

    init(_ log: Log, work: @escaping @Sendable () -> Void = {}) {
      self.work = work
      super.init(log)
    }

    override func start() {
      log(.started, self)
      setExecuting(true)
      for step in 1...2 {
        log(.observed, self, note: "asks isCancelled")
        if isCancelled { break }
        log(Lesson10.step(step))
        if step == 1 { work() }
      }
      setExecuting(false)
      setFinished(true)
      log(.returned, self)
    }
  }
  // end snippet

  // snippet: asks-first
  /// The same, except that it asks before it says that it executes.
  final class AskingOperation: SettingOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      log(.observed, self, note: "asks isCancelled")
      if isCancelled {
        setFinished(true)
        return log(.returned, self)
      }
      setExecuting(true)
      log(step(1))
      setExecuting(false)
      setFinished(true)
      log(.returned, self)
    }
  }
  // end snippet

  // snippet: finished-first
  /// BROKEN ON PURPOSE: ends as article A's `finishTask()` does, finished first and executing after it.
  final class FinishedFirst: EndingOperation, @unchecked Sendable {
    override func finishTask() {
      setFinished(true)
      pause()
      setExecuting(false)
    }
  }
  // end snippet

  // snippet: executing-first
  /// The same two steps the other way round.
  final class ExecutingFirst: EndingOperation, @unchecked Sendable {
    override func finishTask() {
      setExecuting(false)
      pause()
      setFinished(true)
    }
  }
  // end snippet

  /// Executes, and ends in one of the two ways.
  class EndingOperation: SettingOperation, @unchecked Sendable {
    /// Any thread may be stopped anywhere; here it is, between the two steps, until nothing more
    /// happens of itself.
    let pause: @Sendable () -> Void

    init(_ log: Log, pause: @escaping @Sendable () -> Void) {
      self.pause = pause
      super.init(log)
    }

    final override func start() {
      log(.started, self)
      setExecuting(true)
      finishTask()
      log(.returned, self)
    }

    func finishTask() {}
  }

  // snippet: no-is-asynchronous
  /// Leaves `isAsynchronous` alone, as SDWebImage's downloader does in article C.
  final class UnsaidOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      announcing("isExecuting") { flags.begin() }
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      announcing("isExecuting", "isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet
}
