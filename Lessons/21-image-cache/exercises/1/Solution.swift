import Foundation

// One way to do it.

/// Looks for a picture on the disk, then on the network.
final class Cache: @unchecked Sendable {
  /// Cancels a load, whatever step it has reached.
  final class Token: @unchecked Sendable {
    /// Held while a look begins and while the caller is told, so that cancel() comes before that or
    /// after it, and never in between. Recursive, because a look may end at once, and the caller may cancel
    /// when it is told.
    private let lock = NSRecursiveLock()
    /// All guarded by `lock`.
    private var isCancelled = false
    private var giveUp: (() -> Void)?
    private var looks = 0

    func cancel() {
      let giveUp = lock.withLock {
        isCancelled = true
        defer { self.giveUp = nil }
        return self.giveUp
      }
      giveUp?()
    }

    /// Does a step, unless the load was cancelled.
    func unlessCancelled(_ step: () -> Void) {
      lock.withLock { if !isCancelled { step() } }
    }

    /// Begins a look. From now on cancel() gives it up. The look may end, and the next one begin,
    /// before `begin` returns: then the closure of the next one stays.
    func holds(_ begin: (@escaping (Bool) -> Void) -> () -> Void, _ end: @escaping (Bool) -> Void) {
      unlessCancelled {
        looks += 1
        let look = looks
        let giveUp = begin { result in
          // A look that has ended is not given up any more.
          self.lock.withLock { if look == self.looks { (self.looks, self.giveUp) = (look + 1, nil) } }
          end(result)
        }
        if isCancelled { giveUp() } else if look == looks { self.giveUp = giveUp }
      }
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
      if isThere { return token.unlessCancelled { done(true) } }
      token.holds(self.network) { isWell in
        token.unlessCancelled { done(isWell) }
      }
    }
    return token
  }
}
