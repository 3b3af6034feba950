import Foundation
import OperationDownloads
import OperationLab

/// Finds a picture in memory, on disk or on the network, in this order. SDWebImage's way.
///
/// The downloads' queue has width 6, and an operation there is finished only when its transfer is:
/// at most six transfers run at a time.
final class ImageLoader: Sendable {
  /// Where a picture was found.
  enum Origin: String, Sendable { case memory, disk, network }

  typealias Completion =
    @Sendable (Result<(picture: Picture, origin: Origin), ImageDownloadError>) -> Void

  let cache: ImageCache
  let downloads: ImageDownloadManager

  init(cache: ImageCache, downloads: ImageDownloadManager) {
    (self.cache, self.downloads) = (cache, downloads)
  }

  /// Loads a picture.
  ///
  /// The completion is called exactly once: before this returns, on the calling thread, when the
  /// picture is in memory. Otherwise on the main thread.
  @discardableResult
  func load(_ url: URL, completion: @escaping Completion) -> ImageLoad {
    if let picture = cache.pictureInMemory(of: url) {
      completion(.success((picture, .memory)))
      return ImageLoad(nil)
    }
    let load = ImageLoad(completion)
    cache.pictureOnDisk(of: url, unless: load.token) { [cache, downloads] picture in
      if let picture { return load.end(.success((picture, .disk))) }
      // Cancelled during the look.
      guard !load.token.isCancelled else { return }
      let ticket = downloads.download(url) { result in
        if case .success(let picture) = result { cache.keep(picture, of: url) }
        load.end(result.map { ($0, .network) })
      }
      load.goOn(with: ticket)
    }
    return load
  }
}

/// A picture that is being loaded.
final class ImageLoad: Sendable {
  private struct State: Sendable {
    /// `nil` when it has ended.
    var completion: ImageLoader.Completion?
    var ticket: ImageDownloadManager.Ticket?
  }

  /// An operation that is never started. `cancel()` sets its flag, and the block on the disk's
  /// queue reads the flag before it begins. It is used as a thread-safe flag with a known name.
  let token = Operation()

  private let state: Locked<State>

  fileprivate init(_ completion: ImageLoader.Completion?) {
    state = Locked(State(completion: completion))
  }

  /// Stops loading, wherever it is. The completion gets ``ImageDownloadError/cancelled``.
  func cancel() {
    token.cancel()
    end(.failure(.cancelled))
  }

  /// Takes the download that comes after the look.
  fileprivate func goOn(with ticket: ImageDownloadManager.Ticket) {
    let isWanted = state.withLock { state in
      if state.completion != nil { state.ticket = ticket }
      return state.completion != nil
    }
    if !isWanted { ticket.cancel() }
  }

  /// Ends it, unless it has ended.
  fileprivate func end(
    _ result: Result<(picture: Picture, origin: ImageLoader.Origin), ImageDownloadError>
  ) {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    // If it has ended, this does nothing.
    last.ticket?.cancel()
    if let completion = last.completion { DispatchQueue.main.async { completion(result) } }
  }
}
