import Foundation
import OperationLab

/// Finds a picture in memory, on disk or on the network, in this order. SDWebImage's way.
///
/// The downloads' queue has width 6, and an operation there is finished only when its transfer is:
/// at most six transfers run at a time.
public final class ImageLoader: Sendable {
  /// Where a picture was found.
  ///
  /// Later versions may have more cases: a `switch` needs `@unknown default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Origin: String, Hashable, Sendable {
    /// It was in memory.
    case memory
    /// It was on disk.
    case disk
    /// It was downloaded.
    case network
  }

  /// A picture and where it was found, or why there is none.
  public typealias Completion =
    @Sendable (Result<(picture: ImageDownloader.Picture, origin: Origin), ImageDownloadError>) ->
    Void

  /// What has been loaded.
  package let cache: ImageCache
  /// What is being downloaded.
  package let downloads: ImageDownloadManager
  private let callbacks: CallbackQueue
  /// Where downloads report to this loader, which then calls back where it should.
  private let inbox = DispatchQueue(label: "lab.images.loader")

  /// A loader with its cache.
  ///
  /// - Parameters:
  ///   - cache: where it looks first.
  ///   - downloads: by default a manager with a `maxConcurrentOperationCount` of 6.
  ///   - callbacks: where completions are called that do not come at once. Without a `downloads` of
  ///     your own, progress, too.
  public init(
    cache: ImageCache, downloads: ImageDownloadManager? = nil, callbacks: CallbackQueue = .main
  ) {
    self.cache = cache
    self.callbacks = callbacks
    self.downloads = downloads ?? ImageDownloadManager(callbacks: callbacks)
  }

  /// Loads a picture.
  ///
  /// The completion is called exactly once: before this returns, on the calling thread, when the
  /// picture is in memory. Otherwise on the callback queue.
  ///
  /// - Returns: what cancels it. The completion then gets ``ImageDownloadError/cancelled``.
  @discardableResult
  public func load(
    _ url: URL, progress: (@Sendable (DownloadProgress) -> Void)? = nil,
    completion: @escaping Completion
  ) -> ImageLoad {
    if let picture = cache.pictureInMemory(of: url) {
      completion(.success((picture, .memory)))
      return ImageLoad()
    }
    return look(for: url, progress) { [callbacks] result in callbacks.run { completion(result) } }
  }

  /// Loads a picture in `async` code. It needs no main run loop, but for `progress`: that is called where
  /// all callbacks are, by default on the main queue, and perhaps after the end.
  ///
  /// Several tasks may load the same picture. They share one transfer, and if one of the tasks is
  /// cancelled, the others get the picture. A task that is cancelled before the call starts nothing.
  ///
  /// - Throws: why there is none. ``ImageDownloadError/cancelled`` if the task was cancelled.
  public func load(
    _ url: URL, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(ImageDownloadError) -> ImageDownloader.Picture {
    if Task.isCancelled { throw .cancelled }
    if let picture = cache.pictureInMemory(of: url) { return picture }
    let load = Locked<ImageLoad?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let new = look(for: url, progress) { continuation.resume(returning: $0.map(\.picture)) }
        load.withLock { $0 = new }
        // If the task was cancelled before this, the handler has found nothing to cancel.
        if Task.isCancelled { new.cancel() }
      }
    } onCancel: {
      load.withLock { $0 }?.cancel()
    }
    return try result.get()
  }

  /// Looks on disk, and then on the network.
  ///
  /// - Parameter completion: called once, on the loader's own queue: it may call the cache, and a queue or
  ///   an executor of the app's.
  private func look(
    for url: URL, _ progress: (@Sendable (DownloadProgress) -> Void)?,
    completion: @escaping Completion
  ) -> ImageLoad {
    let load = ImageLoad(
      fetch: { [self] load in
        downloads.download(url, progress: progress, completingOn: .dispatch(inbox)) {
          [self] result in
          if case .success(let picture) = result { cache.keep(picture, of: url) }
          load.end(result.map { ($0, .network) })
        }
      }, completion: { [inbox] result in inbox.async { completion(result) } })
    cache.pictureOnDisk(of: url, unless: load.token) { load.hasLooked($0) }
    return load
  }
}
