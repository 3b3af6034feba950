import Foundation
import OperationLab
import OperationTesting

extension Lesson10 {
  /// Lets others see what Foundation itself has noted, whatever the subclass overrides.
  class OpenOperation: TracedOperation, @unchecked Sendable {
    /// Only the inherited `start()` ever makes it true.
    final var inheritedIsFinished: Bool { super.isFinished }
  }

  /// What the variants share; each of them shows all that it overrides.
  class TransferOperation: OpenOperation, @unchecked Sendable {
    let flags = ExecutionFlags()
    private let transfer: PretendTransfer

    init(_ log: Log, _ transfer: PretendTransfer) {
      self.transfer = transfer
      super.init(log)
    }

    /// Sets a transfer going on another thread, which calls back.
    final func request(_ callback: @escaping @Sendable () -> Void) {
      log(requestGoesOut, self)
      transfer.begin(callback)
    }
  }

  // snippet: whole
  /// The whole contract.
  final class WholeOperation: TransferOperation, @unchecked Sendable {
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

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: no-is-executing
  /// BROKEN ON PURPOSE: neither overrides nor announces `isExecuting`.
  final class DenyingOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      announcing("isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: no-notification
  /// BROKEN ON PURPOSE: sets its flags and tells nobody.
  final class SecretiveOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      flags.begin()
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      flags.end()
      log(.finished, self)
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: super-start
  /// BROKEN ON PURPOSE: calls `super.start()`, which calls `main()` on its own account.
  final class SuperStartOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      super.start()
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

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: alias-keys
  /// Announces under the names without 'is', as article A's file download does.
  final class AliasOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      announcing("executing") { flags.begin() }
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      announcing("executing", "finished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  /// Stops a thread in mid-step until another has had its way.
  struct Moment: Sendable {
    let hasCome: Gate
    let isPast: Gate

    init(_ bench: Bench) {
      hasCome = bench.gate("a thread is in mid-step", isTraced: false)
      isPast = bench.gate("it may go on", isTraced: false)
    }

    func pause() {
      hasCome.open()
      isPast.wait()
    }
  }
}

// What the operations and programs record about themselves.
extension Lesson10 {
  static let requestGoesOut: Event.Mark = "a request goes out"
  static let inDidSet: Event.Mark = "in didSet"

  static func step(_ number: Int) -> Event.Mark { Event.Mark("step {}", .number(number)) }

  static func wants(_ result: String) -> Event.Mark {
    Event.Mark("wants to deliver {}", .text(result))
  }

  static func delivers(_ result: String) -> Event.Mark { Event.Mark("delivers {}", .text(result)) }

  static func isAboutToChange(_ key: String) -> Event.Mark {
    Event.Mark("before {} changes", .text(key))
  }

  static func inheritedIsFinished(_ isFinished: Bool) -> Event.Mark {
    Event.Mark("inherited isFinished {}", .text("\(isFinished)"))
  }

  static func answers(isAsynchronous: Bool, inheritedIsFinished: Bool) -> Event.Mark {
    Event.Mark(
      "isAsynchronous {}, inherited isFinished {}", .text("\(isAsynchronous)"),
      .text("\(inheritedIsFinished)"))
  }

  static func inQueue(_ count: Int) -> Event.Mark {
    Event.Mark("{} in the queue", .number(count))
  }
}

/// What lesson 10 has to say of ends that are not announced, or under a name that nobody knows.
extension Lesson10 {
  // snippet: silent-in-time
  /// BROKEN ON PURPOSE: sets its flags and tells nobody, all of it inside `start()`.
  final class HastyOperation: OpenOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()

    override func start() {
      log(.started, self)
      flags.begin()
      flags.end()
      log(.finished, self)
      log(.observed, self, .mark(Lesson10.inheritedIsFinished(inheritedIsFinished)))
      log(.returned, self)
    }

    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: own-key
  /// BROKEN ON PURPOSE: announces the change of a property of its own, on which the others depend.
  final class StateOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      announcing("state") { flags.begin() }
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      announcing("state") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet
}

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
