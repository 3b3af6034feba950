import Foundation
import OperationLab

/// A thread of a program's own that does what it is given, one after the other: where callbacks
/// come from when they come from elsewhere.
///
/// A serial dispatch queue would do the same on changing threads, and share them with the
/// operations: a pool whose threads are all blocked would run it late or never. The thread ends
/// when the worker is released and all its work is done.
package final class Worker: Sendable {
  private let mailbox = Mailbox()
  private let waitingThreads: WaitingThreads
  /// Whether the system has given it a thread. Without one, nothing that it is given is done.
  let hasThread: Bool

  /// - Parameter waitingThreads: those who want to know whether there is anything left to do.
  init(waitingThreads: WaitingThreads = WaitingThreads()) {
    self.waitingThreads = waitingThreads
    // The thread holds the mailbox only, so that the worker can go.
    hasThread = Platform.detachThread { [mailbox] in
      while let body = mailbox.next() { Platform.releasingTemporaries(body) }
    }
  }

  deinit { mailbox.close() }

  /// Does it later, on the worker's thread. Callable from any thread.
  package func async(_ body: @escaping @Sendable () -> Void) {
    waitingThreads.beginWork()
    mailbox.put { [waitingThreads] in
      body()
      waitingThreads.endWork()
    }
  }
}

/// What a worker has been given to do.
private final class Mailbox: @unchecked Sendable {
  private let condition = NSCondition()
  /// Guarded by `condition`, as is `isClosed`.
  private var pending: [@Sendable () -> Void] = []
  private var isClosed = false

  func put(_ body: @escaping @Sendable () -> Void) {
    condition.withLock {
      pending.append(body)
      condition.signal()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  /// Waits for the next. `nil` once there will be none.
  func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while pending.isEmpty, !isClosed { condition.wait() }
      return pending.isEmpty ? nil : pending.removeFirst()
    }
  }
}
