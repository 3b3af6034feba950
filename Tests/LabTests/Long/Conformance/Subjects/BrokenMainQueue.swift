import Foundation

/// BROKEN ON PURPOSE: it makes its changes asynchronously on the main queue.
///
/// make: `MainQueueOperation(work: probe.begin)`
/// breaks: main-thread-may-wait "while the main thread waited"
final class MainQueueOperation: LockOperation, @unchecked Sendable {
  override func finish() {
    DispatchQueue.main.async { super.finish() }  // BROKEN: the main thread may wait for this.
  }
}

/// BROKEN ON PURPOSE: it begins its work on the main queue, where its user interface is.
///
/// make: `BeginsOnTheMainQueue(work: probe.begin)`
/// breaks: main-thread-may-wait "while the main thread waited"
final class BeginsOnTheMainQueue: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    // BROKEN: the main queue runs nothing while the main thread waits.
    DispatchQueue.main.async { self.work { self.finish() } }
  }
}
