import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson20 {
  /// What takes long in a download, and may find itself cancelled when it is over.
  enum Step { case chunk, decoding }

  /// Moments at which a program may hold a download up.
  enum Moment { case decoding, looked }

  // snippet: looks
  /// `cancel()` only marks it; whoever has done a step looks at the mark.
  class LookingDownload: Download, @unchecked Sendable {
    override func goesOn(after step: Step) -> Bool { !isCancelled }
  }
  // end snippet

  // snippet: forgetful
  /// BROKEN ON PURPOSE: does not look after decoding.
  final class ForgetfulDownload: Download, @unchecked Sendable {
    override func goesOn(after step: Step) -> Bool { step == .decoding || !isCancelled }
  }
  // end snippet

  // snippet: deaf
  /// BROKEN ON PURPOSE: does not look after a chunk.
  final class DeafDownload: Download, @unchecked Sendable {
    override func goesOn(after step: Step) -> Bool { step == .chunk || !isCancelled }
  }
  // end snippet

  // snippet: hasty
  /// BROKEN ON PURPOSE: `cancel()` tells the caller, and leaves the end for others to tell again.
  final class HastyDownload: LookingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      tell(.failure(.cancelled))
      finish()
    }
  }
  // end snippet

  // snippet: resetting
  /// BROKEN ON PURPOSE: `cancel()` resets the operation's properties, the closures among them, before
  /// anybody has called one. Article D's calls a `reset()` there, whose body it does not show.
  final class ResettingDownload: LookingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      forgetClosures()
      finish()
    }
  }
  // end snippet

  // snippet: claiming
  /// `cancel()` tells the caller at once, too, but through the one function that all ends go
  /// through, which lets only the first pass.
  final class ClaimingDownload: LookingDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      end(.failure(.cancelled))
    }
  }
  // end snippet

  /// The transfer, the decoding, and the chain; article D's operation in short.
  class Download: AsyncOperation, @unchecked Sendable {
    private struct State: Sendable {
      var progress: (@Sendable (DownloadProgress) -> Void)?
      var then: (@Sendable (Picture) -> Void)?
      var `catch`: (@Sendable (ImageDownloadError) -> Void)?
      var data = Data()
      var transfer: Transfer?
      var isOver = false
    }

    let log: Log
    let url: URL
    private let session: TransferSession
    private let hold: @Sendable (Moment) -> Void
    private let state = Locked(State())

    /// - Parameter hold: called at each moment at which the program may want to hold it up.
    init(
      _ log: Log, _ url: URL, _ session: TransferSession,
      hold: @escaping @Sendable (Moment) -> Void = { _ in }
    ) {
      (self.log, self.url, self.session, self.hold) = (log, url, session, hold)
      super.init()
      name = log.subject
    }

    /// Whether to go on when a step is done.
    func goesOn(after step: Step) -> Bool { true }

    override func work() {
      let transfer = session.start(URLRequest(url: url)) { [self] in receive($0) }
      let isWanted = state.withLock { state in
        state.transfer = transfer
        return !state.isOver
      }
      if !isWanted { transfer.cancel() }
    }

    // snippet: receive
    private func receive(_ event: TransferEvent) {
      switch event {
      case .response: break
      case .bytes(let bytes):
        guard goesOn(after: .chunk) else { return end(.failure(.cancelled)) }
        append(bytes)
      case .ended(let error?): end(.failure(.download(DownloadError(error))))
      case .ended(nil): DispatchQueue.global().async { self.decode() }
      }
    }

    private func decode() {
      do throws(PortablePixmap.Failure) {
        let data = state.withLock { $0.data }
        log(decodes(data.count))
        hold(.decoding)
        let picture = try PortablePixmap.decode(data)
        guard goesOn(after: .decoding) else { return end(.failure(.cancelled)) }
        log(.observed, self, note: "has looked")
        hold(.looked)
        end(.success(picture))
      } catch {
        end(.failure(.notAPicture(error)))
      }
    }
    // end snippet

    private func append(_ bytes: Data) {
      let (count, progress) = state.withLock { state in
        state.data.append(bytes)
        return (state.data.count, state.progress)
      }
      let total = PictureNetwork.file.count
      DispatchQueue.main.async { progress?(DownloadProgress(received: count, total: total)) }
    }

    // snippet: end
    /// Every end comes here, and the first decides.
    final func end(_ result: Result<Picture, ImageDownloadError>) {
      let (isFirst, transfer) = state.withLock { state in
        defer { state.isOver = true }
        return (!state.isOver, state.transfer)
      }
      guard isFirst else { return }
      transfer?.cancel()
      tell(result)
      finish()
    }
    // end snippet

    /// Calls the closure that the result is for, on the main thread.
    final func tell(_ result: Result<Picture, ImageDownloadError>) {
      let (then, `catch`) = state.withLock { ($0.then, $0.catch) }
      DispatchQueue.main.async {
        switch result {
        case .success(let picture): then?(picture)
        case .failure(let error): `catch`?(error)
        }
      }
    }

    final func forgetClosures() {
      state.withLock { ($0.progress, $0.then, $0.catch) = (nil, nil, nil) }
    }

    // snippet: links
    @discardableResult
    final func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self {
      state.withLock { $0.progress = body }
      return self
    }

    @discardableResult
    final func then(_ body: @escaping @Sendable (Picture) -> Void) -> Self {
      state.withLock { $0.then = body }
      return self
    }

    @discardableResult
    final func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self {
      state.withLock { $0.catch = body }
      return self
    }
    // end snippet
  }
}
