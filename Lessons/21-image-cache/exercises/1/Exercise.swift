import Foundation

// A token that stops every look.
//
// load looks on the disk first and begins a transfer if the picture is not there. disk and network
// each begin to look and return a closure that gives the look up. When a look has ended, it calls
// its own closure: with true if the picture was found, and with false if it was not or the look was
// given up. In the same way done is called once with what came of it. load returns a token with
// which this caller gives up. If it does so while the disk is looked at, a transfer begins anyway.
//
// Mend it: after cancel() nothing new begins, a transfer that is under way is given up, and the
// caller is told nothing, also if the picture is found after all. Other callers are not affected.

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
        if isThere { return done(true) }
        _ = self.network { isWell in
          done(isWell)
        }
      })
    return token
  }
}
