// misses: one-step
import Foundation

/// Looks for a picture on the disk, then on the network.
final class Cache: @unchecked Sendable {
  /// Cancels a load, whatever step it has reached.
  final class Token: @unchecked Sendable {
    private let lock = NSLock()
    /// All guarded by `lock`.
    private var isCancelled = false
    private var giveUp: (() -> Void)?
    private var looks = 0

    func cancel() {
      let giveUp = lock.withLock {
        isCancelled = true
        return self.giveUp
      }
      giveUp?()
    }

    var isAlive: Bool { lock.withLock { !isCancelled } }

    /// Begins a look. From now on cancel() gives it up. The look may end, and the next one begin,
    /// before `begin` returns: then the closure of the next one stays.
    func holds(_ begin: (@escaping (Bool) -> Void) -> () -> Void, _ end: @escaping (Bool) -> Void) {
      let look = lock.withLock {
        looks += 1
        return looks
      }
      let giveUp = begin(end)
      let isTooLate = lock.withLock {
        if look == looks { self.giveUp = giveUp }
        return isCancelled
      }
      if isTooLate { giveUp() }
    }
  }

  private let disk: (@escaping (Bool) -> Void) -> () -> Void
  private let network: (@escaping (Bool) -> Void) -> () -> Void

  init(
    disk: @escaping (@escaping (Bool) -> Void) -> () -> Void,
    network: @escaping (@escaping (Bool) -> Void) -> () -> Void
  ) {
    self.disk = disk
    self.network = network
  }

  func load(done: @escaping (Bool) -> Void) -> Token {
    let token = Token()
    token.holds(disk) { isThere in
      guard token.isAlive else { return }
      if isThere { return done(true) }
      token.holds(self.network) { isWell in
        if token.isAlive { done(isWell) }
      }
    }
    return token
  }
}
