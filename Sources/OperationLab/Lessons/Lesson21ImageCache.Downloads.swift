import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// SDWebImage's downloader, right and wrong.
extension PictureLoading {
  /// A transfer in an operation; when the operation is over is left to the two below.
  class HeldDownload: AsyncOperation, @unchecked Sendable {
    private let reply: HeldReply
    private let session: TransferSession

    init(_ reply: HeldReply, _ session: TransferSession) {
      (self.reply, self.session) = (reply, session)
      super.init()
      name = reply.picture
    }

    final override func work() {
      _ = session.start(URLRequest(url: reply.url)) { [self] event in
        guard case .ended = event else { return }
        didEnd()
        reply.isOver.open()
      }
      didBegin()
    }

    func didBegin() {}
    func didEnd() {}
  }

  // snippet: patient
  /// Finished when the transfer's callback says so.
  final class PatientDownload: HeldDownload, @unchecked Sendable {
    override func didEnd() { finish() }
  }
  // end snippet

  // snippet: hasty
  /// BROKEN ON PURPOSE: finished when `start()` is, with the transfer still under way.
  final class HastyDownload: HeldDownload, @unchecked Sendable {
    override func didBegin() { finish() }
  }
  // end snippet

  /// SDWebImage's downloader in short: two flags and a transfer. In which order `cancel()` ends them
  /// is left to the two below.
  class SteppedDownload: TracedOperation, @unchecked Sendable {
    private struct State: Sendable {
      var isExecuting = false
      var isFinished = false
      var transfer: Transfer?
    }

    private let state = Locked(State())
    private let reply: HeldReply
    private let session: TransferSession
    /// Opened when `start()` is about to return.
    let hasStarted: Gate
    /// Called between the steps of `cancel()`.
    let hold: @Sendable () -> Void

    init(
      _ log: Log, _ reply: HeldReply, _ session: TransferSession, hasStarted: Gate,
      hold: @escaping @Sendable () -> Void
    ) {
      (self.reply, self.session, self.hasStarted, self.hold) = (reply, session, hasStarted, hold)
      super.init(log)
    }

    final override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    final override var isFinished: Bool { state.withLock { $0.isFinished } }

    final override func start() {
      if isCancelled {
        return announcing("isFinished") { state.withLock { $0.isFinished = true } }
      }
      announcing("isExecuting") { state.withLock { $0.isExecuting = true } }
      log(.started, self)
      let transfer = session.start(URLRequest(url: reply.url)) { [self] event in
        guard case .ended = event else { return }
        reportEnd()
        reply.isOver.open()
      }
      state.withLock { $0.transfer = transfer }
      if isCancelled { transfer.cancel() }
      log(.returned, self)
      hasStarted.open()
    }

    // snippet: steps
    final func cancelTransfer() {
      state.withLock { $0.transfer }?.cancel()
      log(.noted, self, note: "its transfer is cancelled")
    }

    final func reportEnd() {
      announcing("isExecuting") {
        state.withLock { $0.isExecuting = false }
        log(.observed, self)
      }
      announcing("isFinished") {
        state.withLock { $0.isFinished = true }
        log(.finished, self)
      }
    }
    // end snippet
  }

  // snippet: orderly
  /// First the transfer, then the queue.
  final class OrderlyDownload: SteppedDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      guard isExecuting else { return }
      cancelTransfer()
      hold()
      reportEnd()
    }
  }
  // end snippet

  // snippet: eager
  /// BROKEN ON PURPOSE: the queue hears of the end before there is one.
  final class EagerDownload: SteppedDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      guard isExecuting else { return }
      reportEnd()
      hold()
      cancelTransfer()
    }
  }
  // end snippet
}
