import Foundation

/// Finds a picture in memory, on disk or on the network, in this order. SDWebImage's way.
///
/// The downloads' queue has width 6, and an operation there is finished only when its transfer is:
/// at most six transfers run at a time.
public final class ImageLoader: Sendable {
  /// Where a picture was found.
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

  /// A loader with its cache.
  ///
  /// - Parameters:
  ///   - cache: where it looks first.
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
    let load = ImageLoad(fetch: { [self] load in
      downloads.download(url, progress: progress) { [self] result in
        if case .success(let picture) = result { cache.keep(picture, of: url) }
        load.end(result.map { ($0, .network) })
      }
    }) { [callbacks] result in callbacks.run { completion(result) } }
    cache.pictureOnDisk(of: url, unless: load.token) { load.hasLooked($0) }
    return load
  }
}
