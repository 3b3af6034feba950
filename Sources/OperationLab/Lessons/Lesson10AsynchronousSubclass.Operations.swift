import Foundation

/// Article A's subclass: does its work inside `start()`, and announces both changes.
final class MyOperation: TracedOperation, @unchecked Sendable {
  private let flags = ExecutionFlags()
  private let work: @Sendable () -> Void

  init(_ log: Log, work: @escaping @Sendable () -> Void) {
    self.work = work
    super.init(log)
  }

  override func start() {
    log(.started, self)
    announcing("isExecuting") { flags.begin() }
    work()
    announcing("isExecuting", "isFinished") { flags.end() }
    log(.returned, self)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { flags.isExecuting }
  override var isFinished: Bool { flags.isFinished }
}

/// What the variants share; each of them shows all that it overrides.
class TransferOperation: TracedOperation, @unchecked Sendable {
  let flags = ExecutionFlags()
  let transfer: PretendTransfer

  init(_ log: Log, _ transfer: PretendTransfer) {
    self.transfer = transfer
    super.init(log)
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
    log(.noted, note: "a request goes out")
    transfer.begin { self.finish() }
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
    log(.noted, note: "a request goes out")
    transfer.begin { self.finish() }
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
    log(.noted, note: "a request goes out")
    transfer.begin { self.finish() }
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
    log(.noted, note: "a request goes out")
    transfer.begin { self.finish() }
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
    log(.noted, note: "a request goes out")
    transfer.begin { self.finish() }
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
