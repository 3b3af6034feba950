import Foundation

// HALF-FIX on purpose: whoever gives up cancels the transfer for all.

/// Loads pictures; all who want the same one share a transfer.
final class Manager: @unchecked Sendable {
  private typealias Wish = (id: Int, done: (Bool) -> Void)
  private struct Transfer {
    var wishes: [Wish] = []
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
    let (id, isFirst) = lock.withLock {
      count += 1
      let isFirst = transfers[name] == nil
      transfers[name, default: Transfer()].wishes.append((count, done))
      return (count, isFirst)
    }
    if isFirst {
      let giveUp = connect { isWell in self.end(name, isWell) }
      lock.withLock { transfers[name]?.giveUp = giveUp }
    }
    return { self.giveUp(name, id) }
  }

  /// Takes one wish away; the last one takes the transfer with it.
  private func giveUp(_ name: String, _ id: Int) {
    let last: (() -> Void)? = lock.withLock {
      transfers[name]?.wishes.removeAll { $0.id == id }
      guard let transfer = transfers[name] else { return nil }
      transfers[name] = nil
      return transfer.giveUp
    }
    last?()
  }

  private func end(_ name: String, _ isWell: Bool) {
    let wishes = lock.withLock { transfers.removeValue(forKey: name)?.wishes ?? [] }
    wishes.forEach { $0.done(isWell) }
  }
}
