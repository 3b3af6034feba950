import Foundation
import OperationLab

/// A picture that is being loaded.
public final class ImageLoad: Sendable {
  /// The parts of a load that can be cancelled.
  package enum Part: Sendable, CaseIterable {
    /// The look on disk: if it has not begun, the network is asked at once.
    case look
    /// The download: what is on disk is still delivered, and what is not is cancelled.
    case download
    /// Whatever it is at.
    case both
  }

  private enum Phase {
    case looking(mayDownload: Bool)
    /// The download is asked for, or under way.
    case downloading(ImageDownloadManager.Ticket?)
    case over
  }

  /// An operation that is never started. `cancel()` sets its flag, and the block on the disk's
  /// queue reads the flag before it begins. It is used as a thread-safe flag with a known name.
  package let token = Operation()

  private let phase: Locked<Phase>
  private let fetch: (@Sendable (ImageLoad) -> ImageDownloadManager.Ticket)?
  private let completion: ImageLoader.Completion?

  /// A load that has already ended.
  init() { (phase, fetch, completion) = (Locked(.over), nil, nil) }

  /// - Parameter fetch: asks for the download. Called once at most.
  init(
    fetch: @escaping @Sendable (ImageLoad) -> ImageDownloadManager.Ticket,
    completion: @escaping ImageLoader.Completion
  ) {
    phase = Locked(.looking(mayDownload: true))
    (self.fetch, self.completion) = (fetch, completion)
  }

  /// Stops loading. The completion gets ``ImageDownloadError/cancelled``. After the end, nothing
  /// happens. Callable from any thread.
  public func cancel() { cancel(.both) }

  /// Stops a part of it, wherever it is. Callable from any thread.
  package func cancel(_ part: Part) {
    switch part {
    case .look:
      token.cancel()
      goOn()
    case .download:
      let isUnderWay = phase.withLock { phase in
        switch phase {
        case .looking: phase = .looking(mayDownload: false)
        case .downloading: return true
        case .over: break
        }
        return false
      }
      if isUnderWay { end(.failure(.cancelled)) }
    case .both:
      token.cancel()
      end(.failure(.cancelled))
    }
  }

  /// Takes what the look on disk has found.
  func hasLooked(_ picture: Picture?) {
    if let picture { end(.success((picture, .disk))) } else { goOn() }
  }

  /// Goes on from the look to the download. Only the first to come does so.
  private func goOn() {
    let mayDownload: Bool? = phase.withLock { phase in
      guard case .looking(let mayDownload) = phase else { return nil }
      if mayDownload { phase = .downloading(nil) }
      return mayDownload
    }
    switch mayDownload {
    case true?: if let ticket = fetch?(self) { adopt(ticket) }
    case false?: end(.failure(.cancelled))
    case nil: break
    }
  }

  private func adopt(_ ticket: ImageDownloadManager.Ticket) {
    let isWanted = phase.withLock { phase in
      guard case .downloading = phase else { return false }
      phase = .downloading(ticket)
      return true
    }
    // Cancelled, or already over: then cancelling the ticket does nothing.
    if !isWanted { ticket.cancel() }
  }

  /// Ends it, unless it has ended.
  func end(_ result: Result<(picture: Picture, origin: ImageLoader.Origin), ImageDownloadError>) {
    let last = phase.withLock { phase in
      defer { phase = .over }
      return phase
    }
    switch last {
    case .over: return
    case .looking: break
    // Found on disk, or cancelled. Cancelling a finished download does no harm.
    case .downloading(let ticket): ticket?.cancel()
    }
    completion?(result)
  }
}
