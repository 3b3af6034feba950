import Foundation

/// Finds a picture in memory, on disk or on the network, in this order; SDWebImage's way.
///
/// The downloads' queue has width 6, and an operation there is finished only when its transfer is:
/// at most six transfers run at a time.
public final class ImageLoader: Sendable {
  /// Where a picture was found.
  public enum Origin: String, Hashable, Sendable {
    case memory
    case disk
    case network
  }

  /// A picture and where it was found, or why there is none.
  public typealias Completion =
    @Sendable (Result<(picture: Picture, origin: Origin), ImageDownloadError>) -> Void

  /// What has been loaded.
  public let cache: ImageCache
  /// What is being downloaded.
  public let downloads: ImageDownloadManager
  private let callbacks: CallbackQueue

  /// A loader with its cache.
  ///
  /// - Parameters:
  ///   - downloads: by default a manager of width 6.
  ///   - callbacks: where completions are called that do not come at once.
  public init(
    cache: ImageCache, downloads: ImageDownloadManager? = nil, callbacks: CallbackQueue = .main
  ) {
    self.cache = cache
    self.callbacks = callbacks
    // It reports to this loader, which then calls back where it should.
    let inbox = DispatchQueue(label: "lab.images.loader")
    self.downloads = downloads ?? ImageDownloadManager(width: 6, callbacks: .dispatch(inbox))
  }

  /// Loads a picture.
  ///
  /// The completion is called exactly once: before this returns, on the calling thread, when the
  /// picture is in memory; otherwise on the callback queue.
  ///
  /// - Returns: what cancels it; the completion then gets ``ImageDownloadError/cancelled``.
  @discardableResult
  public func load(
    _ url: URL, progress: (@Sendable (DownloadProgress) -> Void)? = nil,
    completion: @escaping Completion
  ) -> ImageLoad {
    if let picture = cache.pictureInMemory(of: url) {
      completion(.success((picture, .memory)))
      return ImageLoad { _ in }
    }
    let load = ImageLoad { [callbacks] result in callbacks.run { completion(result) } }
    cache.pictureOnDisk(of: url, unless: load.token) { [self] picture in
      if let picture { return load.end(.success((picture, .disk))) }
      let ticket = downloads.download(url, progress: progress) { [self] result in
        if case .success(let picture) = result { cache.keep(picture, of: url) }
        load.end(result.map { ($0, .network) })
      }
      load.adopt(ticket)
    }
    return load
  }
}

/// A picture that is being loaded.
public final class ImageLoad: Sendable {
  private enum Phase {
    case looking
    case downloading(ImageDownloadManager.Ticket)
    case over
  }

  /// An operation that nobody ever starts: cancelling it sets a flag, and the block on the disk's
  /// queue that holds it looks at the flag before it begins. It has nothing to run and nothing to
  /// wait for; what it lends is one thread-safe flag under a name that everybody knows.
  let token = Operation()

  private let phase = Locked(Phase.looking)
  private let completion: ImageLoader.Completion

  init(completion: @escaping ImageLoader.Completion) { self.completion = completion }

  /// Stops loading, wherever it is; after the end, nothing happens.
  public func cancel() {
    token.cancel()
    end(.failure(.cancelled))
  }

  func adopt(_ ticket: ImageDownloadManager.Ticket) {
    let isWanted = phase.withLock { phase in
      guard case .looking = phase else { return false }
      phase = .downloading(ticket)
      return true
    }
    // Cancelled, or already over: then cancelling the ticket does nothing.
    if !isWanted { ticket.cancel() }
  }

  /// Ends it, if nobody has.
  func end(_ result: Result<(picture: Picture, origin: ImageLoader.Origin), ImageDownloadError>) {
    let last = phase.withLock { phase in
      defer { phase = .over }
      return phase
    }
    switch last {
    case .over: return
    case .looking: break
    case .downloading(let ticket): if case .failure(.cancelled) = result { ticket.cancel() }
    }
    completion(result)
  }
}
