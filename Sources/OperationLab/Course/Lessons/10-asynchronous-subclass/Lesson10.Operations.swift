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
