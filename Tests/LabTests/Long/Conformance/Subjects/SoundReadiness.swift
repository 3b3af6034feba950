import Foundation

/// Sound: it waits for a login before it is ready, and then announces `isReady`.
///
/// make: `LoginOperation(work: probe.begin)`
final class LoginOperation: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var isLoggedIn = false

  override init(work: @escaping Work) {
    super.init(work: work)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [weak self] in
      self?.logIn()
    }
  }

  /// When cancelled, it waits for nothing.
  override var isReady: Bool { super.isReady && (isCancelled || lock.withLock { isLoggedIn }) }

  override func cancel() {
    super.cancel()
    announce()
  }

  private func logIn() {
    lock.withLock { isLoggedIn = true }
    announce()
  }

  private func announce() {
    willChangeValue(forKey: "isReady")
    didChangeValue(forKey: "isReady")
  }
}

/// Sound: it is ready once there is a network, and leaves everything else to Foundation, whose
/// `start()` traps if the operation is not ready.
///
/// make: `OnlineOperation { probe.run() }`
/// tried: all
final class OnlineOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOnline = false

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.04) { [weak self] in
      self?.comeOnline()
    }
  }

  override var isReady: Bool { super.isReady && (isCancelled || lock.withLock { isOnline }) }

  override func main() {
    if isCancelled { return }
    body()
  }

  private func comeOnline() {
    willChangeValue(forKey: "isReady")
    lock.withLock { isOnline = true }
    didChangeValue(forKey: "isReady")
  }
}
