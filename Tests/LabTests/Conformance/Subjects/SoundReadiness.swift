import Foundation

/// Sound: it waits for a login before it is ready, and says so when it is.
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

  /// Cancelled, it need not wait for anything.
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
