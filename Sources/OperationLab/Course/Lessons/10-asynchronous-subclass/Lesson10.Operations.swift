import Foundation
import OperationLab
@_spi(Course) import OperationBench

extension Lesson10 {
  /// Shows the state that Foundation itself keeps, whatever the subclass overrides.
  class InspectedOperation: TracedOperation, @unchecked Sendable {
    /// Only the inherited `start()` ever makes it true.
    final var inheritedIsFinished: Bool { super.isFinished }
  }

  /// An operation that requests something and gets the answer on another thread.
  class TransferOperation: InspectedOperation, @unchecked Sendable {
    private let transfer: PretendTransfer

    init(_ log: Log, _ transfer: PretendTransfer) {
      self.transfer = transfer
      super.init(log)
    }

    /// Sends a request and returns. The answer comes on another thread.
    final func request(_ answer: @escaping @Sendable () -> Void) {
      log(requestGoesOut, self)
      transfer.begin(answer)
    }
  }

  // snippet: whole
  /// Fixed: keeps the whole contract.
  final class WholeOperation: TransferOperation, @unchecked Sendable {
    private enum State { case waiting, executing, finished }
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var state = State.waiting

    override func start() {
      log(.started, self)
      if isCancelled {
        // On Linux, a dependency that still runs would call this operation, which may be gone by then.
        dependencies.forEach(removeDependency)
        super.cancel()  // Counts anew. On Linux a removed one that has finished counts as -1.
        return finish()
      }
      willChangeValue(forKey: "isExecuting")
      lock.withLock { state = .executing }
      didChangeValue(forKey: "isExecuting")
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    private func finish() {
      willChangeValue(forKey: "isFinished")
      willChangeValue(forKey: "isExecuting")
      lock.withLock { state = .finished }
      log(.finished, self)
      didChangeValue(forKey: "isExecuting")
      didChangeValue(forKey: "isFinished")
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == .executing } }
    override var isFinished: Bool { lock.withLock { state == .finished } }
  }
  // end snippet

  // snippet: no-notification
  /// BROKEN ON PURPOSE: changes its state and posts no notification.
  final class UnpostedOperation: TransferOperation, @unchecked Sendable {
    private enum State { case waiting, executing, finished }
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var state = State.waiting

    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      lock.withLock { state = .executing }
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    private func finish() {
      lock.withLock { state = .finished }
      log(.finished, self)
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == .executing } }
    override var isFinished: Bool { lock.withLock { state == .finished } }
  }
  // end snippet

  // snippet: super-start
  /// BROKEN ON PURPOSE: calls `super.start()`, which calls `main()` as well.
  final class SuperStartOperation: TransferOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()

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

    private func finish() {
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

  // snippet: variant
  /// The contract but for what a subclass says: which properties it overrides, and which keys it
  /// posts when it begins and when it finishes.
  class VariantOperation: TransferOperation, @unchecked Sendable {
    fileprivate let flags = ExecutionFlags()
    private let beginKeys: [String]
    private let endKeys: [String]

    init(
      _ log: Log, _ transfer: PretendTransfer, begins beginKeys: [String], ends endKeys: [String]
    ) {
      self.beginKeys = beginKeys
      self.endKeys = endKeys
      super.init(log, transfer)
    }

    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      beginKeys.reversed().forEach(willChangeValue(forKey:))
      flags.begin()
      beginKeys.forEach(didChangeValue(forKey:))
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    private func finish() {
      endKeys.reversed().forEach(willChangeValue(forKey:))
      flags.end()
      log(.finished, self)
      endKeys.forEach(didChangeValue(forKey:))
    }

    override var isFinished: Bool { flags.isFinished }
  }

  /// BROKEN ON PURPOSE: does not override `isExecuting`.
  final class NoExecutingOperation: VariantOperation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }
  }

  /// Does not override `isAsynchronous`, as SDWebImage's downloader in article C.
  final class NoAsynchronousOperation: VariantOperation, @unchecked Sendable {
    override var isExecuting: Bool { flags.isExecuting }
  }

  /// Overrides all properties, and posts the keys that it is given.
  final class OtherKeysOperation: VariantOperation, @unchecked Sendable {
    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
  }
  // end snippet

  // snippet: silent-in-time
  /// BROKEN ON PURPOSE: posts no notification, but finishes inside `start()`.
  final class FinishesInStart: InspectedOperation, @unchecked Sendable {
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

  // snippet: my-operation
  /// Article A's `MyOperation`: `isAsynchronous` is true, and it does all its work inside `start()`.
  final class MyOperation: TracedOperation, @unchecked Sendable {
    // The article has no lock. Here each flag has one of its own, so that there is no data race.
    private let executing = Locked(false)
    private let finished = Locked(false)
    private let work: @Sendable () -> Void

    init(_ log: Log, work: @escaping @Sendable () -> Void = {}) {
      self.work = work
      super.init(log)
    }

    override func start() {
      log(.started, self)
      setExecuting(true)
      for step in 1...2 {
        log(.observed, self, note: "checks isCancelled")
        if isCancelled { break }
        log(Lesson10.step(step))
        if step == 1 { work() }
      }
      setExecuting(false)
      setFinished(true)
      log(.returned, self)
    }

    private func setExecuting(_ value: Bool) {
      willChangeValue(forKey: "isExecuting")
      executing.withLock { $0 = value }
      didChangeValue(forKey: "isExecuting")
    }

    private func setFinished(_ value: Bool) {
      willChangeValue(forKey: "isFinished")
      finished.withLock { $0 = value }
      didChangeValue(forKey: "isFinished")
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { executing.withLock { $0 } }
    override var isFinished: Bool { finished.withLock { $0 } }
  }
  // end snippet
}

// What the operations and programs record about themselves.
extension Lesson10 {
  static let requestGoesOut: Event.Mark = "a request goes out"
  static let inDidSet: Event.Mark = "in didSet"

  static func step(_ number: Int) -> Event.Mark { Event.Mark("step {}", .number(number)) }

  static func wants(_ result: String) -> Event.Mark {
    Event.Mark("wants to deliver {}", .words(result))
  }

  static func delivers(_ result: String) -> Event.Mark { Event.Mark("delivers {}", .words(result)) }

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
