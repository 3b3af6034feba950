import Foundation
import OperationDownloads
import OperationLab

/// Pictures in memory and on disk. SDWebImage's cache, as article C describes it.
///
/// Memory is looked at on the thread of the caller, at once. The disk has a serial queue of its own, so no file is
/// read while it is written. It has neither a limit nor an age, which a cache of an app needs.
///
/// A file that cannot be read, or whose content is not sound, is a miss: the picture is fetched again. A disk that
/// cannot be written to is no error either. The cache then forgets sooner.
final class ImageCache: Sendable {
  /// Where a look for a picture goes.
  enum Place: String, Sendable {
    case memory
    case disk
  }

  typealias Observer = @Sendable (_ place: Place, _ url: URL, _ isHit: Bool) -> Void

  private let memory = Locked<[URL: Picture]>([:])
  private let disk = DispatchQueue(label: "lab.images.disk")
  private let folder: URL
  private let observer: Observer?

  /// - Parameters:
  ///   - folder: for the files. It exists, and no other cache uses it.
  ///   - observer: called after each look, on the thread that has looked.
  init(folder: URL, observer: Observer? = nil) { (self.folder, self.observer) = (folder, observer) }

  /// The picture of an address, if it is in memory. Returns at once, on any thread.
  func pictureInMemory(of url: URL) -> Picture? {
    let picture = memory.withLock { $0[url] }
    observer?(.memory, url, picture != nil)
    return picture
  }

  /// Looks on disk, and takes what is there into memory.
  ///
  /// - Parameters:
  ///   - token: cancels the look until it begins.
  ///   - completion: called on the disk's queue, with nil for a miss. Not at all when the token was
  ///     cancelled before.
  func pictureOnDisk(
    of url: URL, unless token: Operation, completion: @escaping @Sendable (Picture?) -> Void
  ) {
    disk.async { [self] in
      guard !token.isCancelled else { return }
      let picture = try? PortablePixmap.decode(Data(contentsOf: file(of: url)))
      observer?(.disk, url, picture != nil)
      if let picture { memory.withLock { $0[url] = picture } }
      completion(picture)
    }
  }

  /// Keeps a picture in memory at once and on disk a little later.
  func keep(_ picture: Picture, of url: URL) {
    memory.withLock { $0[url] = picture }
    disk.async { [self] in
      // A process that dies while writing leaves the old file or none.
      try? PortablePixmap.encode(picture).write(to: file(of: url), options: .atomic)
    }
  }

  /// Drops the pictures in memory, as on a memory warning. The files stay.
  func forgetMemory() { memory.withLock { $0 = [:] } }

  /// Returns when all looks and writes that were asked for before are done.
  func flush() { disk.sync {} }

  /// A harmless name of fixed length. `hashValue` would not do: it is another in every process.
  func file(of url: URL) -> URL {
    let number = StableHash.of(Data(url.absoluteString.utf8))
    return folder.appending(path: StableHash.digits(number) + ".ppm")
  }
}

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
