import Foundation

// One way to do it.

/// Loads pictures. Callers of the same picture share a transfer.
final class Manager: @unchecked Sendable {
  /// The manager's lock guards its properties.
  private final class Transfer {
    var callers: [Int: (Bool) -> Void] = [:]
    var giveUp: (() -> Void)?
  }

  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// Both guarded by `lock`.
  private var transfers: [String: Transfer] = [:]
  private var count = 0

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  func load(_ name: String, done: @escaping (Bool) -> Void) -> () -> Void {
    // Find the transfer and add the caller in one step.
    let (transfer, id, isNew) = lock.withLock {
      count += 1
      let isNew = transfers[name] == nil
      let transfer = transfers[name, default: Transfer()]
      transfers[name] = transfer
      transfer.callers[count] = done
      return (transfer, count, isNew)
    }
    if isNew {
      let giveUp = connect { isWell in self.end(transfer, name, isWell) }
      // A transfer that has ended is not given up any more.
      lock.withLock { if transfers[name] === transfer { transfer.giveUp = giveUp } }
    }
    return { self.giveUp(id, transfer, name) }
  }

  /// Removes one caller. When the last one is removed, cancels the transfer.
  private func giveUp(_ id: Int, _ transfer: Transfer, _ name: String) {
    let giveUp: (() -> Void)? = lock.withLock {
      guard transfer.callers.removeValue(forKey: id) != nil else { return nil }
      guard transfer.callers.isEmpty else { return nil }
      forget(transfer, name)
      return transfer.giveUp
    }
    giveUp?()
  }

  private func end(_ transfer: Transfer, _ name: String, _ isWell: Bool) {
    let callers = lock.withLock {
      forget(transfer, name)
      defer { (transfer.callers, transfer.giveUp) = ([:], nil) }
      return transfer.callers.values
    }
    // Outside the lock, because a caller may call load() again.
    callers.forEach { $0(isWell) }
  }

  /// A later transfer may have the name by now. It stays. Call this with the lock held.
  private func forget(_ transfer: Transfer, _ name: String) {
    if transfers[name] === transfer { transfers[name] = nil }
  }
}
