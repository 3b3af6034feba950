import Foundation
import OperationLab

/// Pictures in memory and on disk. SDWebImage's cache, as article C describes it.
///
/// Memory is looked at on the thread of the caller, at once. The disk belongs to one serial queue:
/// nothing else touches the folder, so no two of its files are ever read or written at a time.
///
/// A file that cannot be read, or whose content is not sound, is a miss: it is removed and the
/// picture fetched again. A disk that cannot be written to is no error either. The cache then
/// forgets sooner.
///
/// A picture from an address with a user and password stays in memory: no file has the password, and
/// another user does not get the picture.
public final class ImageCache: Sendable {
  /// Where a look for a picture goes.
  package enum Place: String, Hashable, Sendable {
    /// In this process.
    case memory
    /// In a file, from an earlier run perhaps.
    case disk
  }

  package typealias Observer = @Sendable (_ place: Place, _ url: URL, _ isHit: Bool) -> Void

  private let memory: Locked<BoundedMemory<URL, Picture>>
  private let disk = DispatchQueue(label: "lab.images.disk")
  private let folder: URL
  private let diskLimit: Int
  private let observer: Observer?

  /// A cache over a folder.
  ///
  /// - Parameters:
  ///   - folder: for the files. It is made when it is needed, and nothing else may use it.
  ///   - memoryLimit: the most bytes of pictures that are kept in memory.
  ///   - diskLimit: the most bytes of files. Those written longest ago go first.
  public convenience init(
    folder: URL, memoryLimit: Int = 64 * 1_048_576, diskLimit: Int = 256 * 1_048_576
  ) {
    self.init(folder: folder, memoryLimit: memoryLimit, diskLimit: diskLimit, observer: nil)
  }

  /// The observer is called after each look, on the thread that has looked, with the place, the
  /// address, and whether the picture was there. Lookups wait for it.
  package init(
    folder: URL, memoryLimit: Int = 64 * 1_048_576, diskLimit: Int = 256 * 1_048_576,
    observer: Observer?
  ) {
    self.folder = folder
    self.diskLimit = diskLimit
    self.observer = observer
    memory = Locked(BoundedMemory(limit: memoryLimit))
  }

  /// The picture of an address, if it is in memory. Returns at once, on any thread.
  public func pictureInMemory(of url: URL) -> ImageDownloader.Picture? {
    let picture = memory.withLock { $0.value(for: url) }
    observer?(.memory, url.withoutUserInfo, picture != nil)
    return picture
  }

  /// Looks on disk, and takes what is there into memory.
  ///
  /// - Parameters:
  ///   - url: the picture's address.
  ///   - token: cancels the lookup. See ``ImageLoad``.
  ///   - completion: called on the disk's queue, with nil for a miss. Not at all when the token was
  ///     cancelled before.
  package func pictureOnDisk(
    of url: URL, unless token: Operation,
    completion: @escaping @Sendable (ImageDownloader.Picture?) -> Void
  ) {
    disk.async { [self] in
      guard !token.isCancelled else { return }
      let picture = Credentials(of: url) == nil ? read(url) : nil
      observer?(.disk, url.withoutUserInfo, picture != nil)
      if let picture { memory.withLock { $0.keep(picture, cost: picture.cost, for: url) } }
      completion(picture)
    }
  }

  /// Keeps a picture in memory at once and on disk a little later.
  package func keep(_ picture: ImageDownloader.Picture, of url: URL) {
    memory.withLock { $0.keep(picture, cost: picture.cost, for: url) }
    if Credentials(of: url) == nil { disk.async { [self] in write(picture, of: url) } }
  }

  /// Drops the pictures in memory, as on a memory warning. The files stay.
  public func forgetMemory() { memory.withLock { $0.removeAll() } }

  /// Returns when all that was given to the disk's queue before is done.
  public func flush() { disk.sync {} }

  private func file(of url: URL) -> URL { folder.appending(path: CacheEntry.fileName(of: url)) }

  private func read(_ url: URL) -> Picture? {
    // No folder, or no plain file in it: a miss.
    guard let place = try? SafeFolder(folder.path),
      let data = try? place.contents(of: CacheEntry.fileName(of: url), limit: diskLimit)
    else { return nil }
    if let picture = CacheEntry.decode(data, of: url) { return picture }
    unlink(file(of: url).path)
    return nil
  }

  private func write(_ picture: Picture, of url: URL) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Atomic: a process that dies while writing leaves the old file or none.
      let name = CacheEntry.fileName(of: url)
      try SafeFolder(folder.path).replace(
        name, with: CacheEntry.encode(picture, of: url), by: name + ".new")
      try trim()
    } catch {
      unlink(file(of: url).path)
    }
  }

  /// Removes the oldest files until the rest fits.
  private func trim() throws {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys))
    let entries = try files.map { file in
      let values = try file.resourceValues(forKeys: keys)
      return (file, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast)
    }
    var total = entries.reduce(0) { $0 + $1.1 }
    for (file, size, _) in entries.sorted(by: { $0.2 < $1.2 }) where total > diskLimit {
      unlink(file.path)
      total -= size
    }
  }
}
