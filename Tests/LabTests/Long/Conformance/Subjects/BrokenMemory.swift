import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// BROKEN ON PURPOSE: its completion block holds it, and it holds its completion block.
///
/// make: `CapturesItselfInItsBlock(work: probe.begin)`
/// breaks: is-released "something still kept it alive", may-be-let-go
final class CapturesItselfInItsBlock: LockOperation, @unchecked Sendable {
  private var ends = 0

  override init(work: @escaping Work) {
    super.init(work: work)
    completionBlock = {
      self.lock.withLock { self.ends += 1 }  // BROKEN: no [weak self].
    }
  }
}

/// BROKEN ON PURPOSE: it is the delegate of its own session, which holds its delegate.
///
/// make: `HeldByItsSession(work: probe.begin)`
/// breaks: is-released "something still kept it alive"
final class HeldByItsSession: LockOperation, URLSessionDelegate, @unchecked Sendable {
  private var session: URLSession?

  override func start() {
    if isCancelled { return finish() }
    // BROKEN: a session holds its delegate until it is invalidated, which never happens.
    session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    super.start()
  }
}

/// BROKEN ON PURPOSE: it leaves a list of running operations only where its work ends.
///
/// make: `StaysInTheListWhenCancelled(work: probe.begin)`
/// breaks: is-released "something still kept it alive", may-be-let-go
final class StaysInTheListWhenCancelled: LockOperation, @unchecked Sendable {
  private final class List: @unchecked Sendable {
    let lock = NSLock()
    var members: Set<Operation> = []
  }

  private static let underWay = List()

  override init(work: @escaping Work) {
    super.init(work: work)
    Self.underWay.lock.withLock { _ = Self.underWay.members.insert(self) }
  }

  override func finish() {
    if !isCancelled {
      Self.underWay.lock.withLock { _ = Self.underWay.members.remove(self) }
    }  // BROKEN: when cancelled, it stays in the list.
    super.finish()
  }
}
