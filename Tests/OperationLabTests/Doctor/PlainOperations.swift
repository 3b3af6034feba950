import Foundation

@testable import OperationLab

/// An operation with flags of its own, which its user sets.
class FlaggedOperation: Foundation.Operation, @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var flags = (executing: false, finished: false)
  /// Signalled at the end of `start()`.
  let started = DispatchSemaphore(value: 0)

  convenience init(_ name: String) {
    self.init()
    self.name = name
  }

  override var isExecuting: Bool { lock.withLock { flags.executing } }
  override var isFinished: Bool { lock.withLock { flags.finished } }

  /// By default it sets nothing.
  override func start() { started.signal() }

  func set(executing: Bool = false, finished: Bool = false) {
    lock.withLock { flags = (executing, finished) }
  }

  func notify() {
    for key in ["isExecuting", "isFinished"] {
      willChangeValue(forKey: key)
      didChangeValue(forKey: key)
    }
  }

  /// Finishes as it should.
  func finish() {
    set(finished: true)
    notify()
  }

  func waitForStart() -> Bool { started.wait(timeout: .longEnough) == .success }
}

/// BROKEN ON PURPOSE: it says that it is executing, and does not finish.
final class EndlessOperation: FlaggedOperation, @unchecked Sendable {
  override func start() {
    set(executing: true)
    notify()
    started.signal()
  }
}

/// BROKEN ON PURPOSE: its work goes on after `main()`, with which Foundation's `start()` ends.
final class UnendedMainOperation: Foundation.Operation, @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var flags = (executing: false, finished: false)

  override var isExecuting: Bool { lock.withLock { flags.executing } }
  override var isFinished: Bool { lock.withLock { flags.finished } }

  override func main() { lock.withLock { flags.executing = true } }

  func finishSilently() { lock.withLock { flags = (false, true) } }
}

/// An operation that decides itself whether it is ready.
final class ReluctantOperation: Foundation.Operation, @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isWilling = false

  convenience init(_ name: String) {
    self.init()
    self.name = name
  }

  override var isReady: Bool { super.isReady && lock.withLock { isWilling } }

  /// Becomes ready without a notification.
  func becomeWilling() { lock.withLock { isWilling = true } }
}

extension OperationQueue {
  convenience init(_ name: String, width: Int = -1, isSuspended: Bool = false) {
    self.init()
    self.name = name
    maxConcurrentOperationCount = width
    self.isSuspended = isSuspended
  }

  /// A queue above a serial queue of Dispatch's. When `sync` returns, no block runs there.
  convenience init(_ name: String, width: Int = -1, above serial: DispatchQueue) {
    self.init(name, width: width)
    underlyingQueue = serial
  }

  /// Adds operations without waiting for them.
  func add(_ operations: Foundation.Operation...) {
    addOperations(operations, waitUntilFinished: false)
  }
}

extension BlockOperation {
  convenience init(
    _ name: String, after dependencies: Foundation.Operation...,
    block: @escaping @Sendable () -> Void = {}
  ) {
    self.init(block: block)
    self.name = name
    dependencies.forEach(addDependency)
  }
}

/// A block that waits in a thread until the test is done with it.
final class Blockade: Sendable {
  private let hasBegun = DispatchSemaphore(value: 0)
  private let mayEnd = DispatchSemaphore(value: 0)

  func block() {
    hasBegun.signal()
    mayEnd.wait()
  }

  func waitForBegin() -> Bool { hasBegun.wait(timeout: .longEnough) == .success }

  func open() { mayEnd.signal() }
}
