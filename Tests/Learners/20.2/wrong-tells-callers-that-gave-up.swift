import Foundation

/// Loads pictures. Callers of the same picture share a transfer.
final class Manager: @unchecked Sendable {
  /// Its properties are guarded by the manager's lock.
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
    // To look for a transfer and to enter it is one step.
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
      let isUnwanted = lock.withLock {
        transfer.giveUp = giveUp
        return transfer.callers.isEmpty
      }
      // All have given up while the transfer was set going.
      if isUnwanted { giveUp() }
    }
    return { self.giveUp(id, transfer, name) }
  }

  /// Takes one caller away. The last one takes the transfer with it.
  private func giveUp(_ id: Int, _ transfer: Transfer, _ name: String) {
    let giveUp: (() -> Void)? = lock.withLock {
      guard let done = transfer.callers.removeValue(forKey: id) else { return nil }
      done(false)
      guard transfer.callers.isEmpty else { return nil }
      forget(transfer, name)
      return transfer.giveUp
    }
    giveUp?()
  }

  private func end(_ transfer: Transfer, _ name: String, _ isWell: Bool) {
    let callers = lock.withLock {
      forget(transfer, name)
      defer { transfer.callers = [:] }
      return transfer.callers.values
    }
    // Outside the lock: a caller may want another picture at once.
    callers.forEach { $0(isWell) }
  }

  /// By now the name may belong to a later transfer, which stays. Call it with the lock held.
  private func forget(_ transfer: Transfer, _ name: String) {
    if transfers[name] === transfer { transfers[name] = nil }
  }
}
