import Foundation

/// Looks for a picture on the disk, then on the network.
final class Cache: @unchecked Sendable {
  /// Gives a wish up, whatever is being done for it.
  final class Token: @unchecked Sendable {
    private let lock = NSLock()
    /// Both guarded by `lock`.
    private var isCancelled = false
    private var giveUp: (() -> Void)?

    func cancel() {
      let giveUp = lock.withLock {
        isCancelled = true
        return self.giveUp
      }
      giveUp?()
    }

    var isAlive: Bool { lock.withLock { !isCancelled } }

    /// From now on this is what there is to give up.
    func holds(_ giveUp: @escaping () -> Void) {
      let isTooLate = lock.withLock {
        self.giveUp = giveUp
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
    token.holds(
      disk { isThere in
        // Asked before each step: the wish may have been given up during the last one.
        guard token.isAlive else { return }
        if isThere { return done(true) }
        token.holds(
          self.network { isWell in
            if isWell || token.isAlive { done(isWell) }
          })
      })
    return token
  }
}
