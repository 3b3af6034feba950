import Foundation
import OperationLab

/// Pictures in memory and on disk. SDWebImage's cache, as article C describes it.
///
/// Memory is looked at on the thread of the caller, at once. The disk has two serial queues, one for looks and
/// one for writes, so a look does not wait for the writes before it. It finds what they will write.
///
/// Pictures that wait to be written take memory, too: 64 MiB at most. If the disk cannot keep up, those that wait
/// longest are not written, and are downloaded again when they are needed.
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
  /// The pictures to be written.
  private let waiting: Locked<BoundedMemory<URL, Picture>>
  private let reader = DispatchQueue(label: "lab.images.looks")
  private let writer: DispatchQueue
  /// The cache's own files, from the one written last to the oldest. Used on the queue of the writer. `nil` until
  /// the folder is listed, once: to list it for each write takes longer with each file.
  private let files = Locked<BoundedMemory<String, Void>?>(nil)
  private let folder: URL
  private let diskLimit: Int
  private let observer: Observer?

  /// A cache over a folder.
  ///
  /// - Parameters:
  ///   - folder: for the files. It is made when it is needed. No other cache may use it. Files in it that
  ///     have other names than the cache's own stay.
  ///   - memoryLimit: the most bytes of pictures that are kept in memory.
  ///   - diskLimit: the most bytes of the cache's files. Those written longest ago go first.
  public convenience init(
    folder: URL, memoryLimit: Int = 64 * 1_048_576, diskLimit: Int = 256 * 1_048_576
  ) {
    self.init(folder: folder, memoryLimit: memoryLimit, diskLimit: diskLimit, observer: nil)
  }

  /// The observer is called after each look, on the thread that has looked, with the place, the
  /// address, and whether the picture was there. Lookups wait for it.
  package init(
    folder: URL, memoryLimit: Int = 64 * 1_048_576, diskLimit: Int = 256 * 1_048_576,
    waitingLimit: Int = 64 * 1_048_576,
    writer: DispatchQueue = DispatchQueue(label: "lab.images.writes"), observer: Observer?
  ) {
    self.writer = writer
    self.folder = folder
    self.diskLimit = diskLimit
    self.observer = observer
    memory = Locked(BoundedMemory(limit: memoryLimit))
    waiting = Locked(BoundedMemory(limit: waitingLimit))
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
  ///   - completion: called on the queue for looks, with nil for a miss. Not at all when the token was
  ///     cancelled before.
  package func pictureOnDisk(
    of url: URL, unless token: Operation,
    completion: @escaping @Sendable (ImageDownloader.Picture?) -> Void
  ) {
    reader.async { [self] in
      guard !token.isCancelled else { return }
      let draft = waiting.withLock { $0.value(for: url) }
      let picture = Credentials(of: url) == nil ? draft ?? read(url) : nil
      observer?(.disk, url.withoutUserInfo, picture != nil)
      if let picture { memory.withLock { _ = $0.keep(picture, cost: picture.cost, for: url) } }
      completion(picture)
    }
  }

  /// Keeps a picture in memory at once and on disk a little later.
  package func keep(_ picture: ImageDownloader.Picture, of url: URL) {
    memory.withLock { _ = $0.keep(picture, cost: picture.cost, for: url) }
    guard Credentials(of: url) == nil else { return }
    waiting.withLock { _ = $0.keep(picture, cost: picture.cost, for: url) }
    writer.async { [self] in
      guard let picture = waiting.withLock({ $0.value(for: url) }) else { return }
      write(picture, of: url)
      // Another one may wait by now.
      waiting.withLock { if $0.value(for: url) == picture { $0.remove(url) } }
    }
  }

  /// Drops the pictures in memory, as on a memory warning. The files stay.
  public func forgetMemory() { memory.withLock { $0.removeAll() } }

  /// Returns when all looks and writes that were asked for before are done. Blocks the calling thread.
  public func flush() {
    reader.sync {}
    writer.sync {}
  }

  private func read(_ url: URL) -> Picture? {
    let name = CacheEntry.fileName(of: url)
    // No folder, or no plain file in it: a miss.
    guard let place = try? SafeFolder(folder.path) else { return nil }
    let stamp = place.stamp(of: name)
    guard let data = try? place.contents(of: name, limit: diskLimit) else { return nil }
    if let picture = CacheEntry.decode(data, of: url) { return picture }
    // A sound one may be written just now.
    writer.async { [self] in
      if place.stamp(of: name) == stamp { remove(name, in: place) }
    }
    return nil
  }

  private func write(_ picture: Picture, of url: URL) {
    let (name, data) = (CacheEntry.fileName(of: url), CacheEntry.encode(picture, of: url))
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let place = try? SafeFolder(folder.path) else { return }
    do throws(SafeFolder.Problem) {
      guard data.count <= diskLimit else { return remove(name, in: place) }
      makeRoom(for: name, data.count, in: place)
      // Atomic: a process that dies while writing leaves the old file or none. Not flushed: after a power
      // failure, its checksum tells a file that is not whole.
      try place.replace(name, with: data, by: name + ".new", flushes: false)
    } catch {
      remove(name, in: place)
    }
  }

  /// Counts a file, and removes the oldest until all fit.
  private func makeRoom(for name: String, _ size: Int, in place: SafeFolder) {
    let old = files.withLock { files in
      var (all, old) = files.map { ($0, []) } ?? listed()
      old += all.keep((), cost: size, for: name)
      files = all
      return old
    }
    for name in old { try? place.removeFile(name) }
  }

  /// The files that an earlier cache has left, and those of them that are too many.
  private func listed() -> (BoundedMemory<String, Void>, old: [String]) {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys))
    let own = (all ?? []).filter { CacheEntry.isFileName($0.lastPathComponent) }.map { file in
      let values = try? file.resourceValues(forKeys: keys)
      let date = values?.contentModificationDate ?? .distantPast
      return (name: file.lastPathComponent, size: values?.fileSize ?? 0, date: date)
    }
    var files = BoundedMemory<String, Void>(limit: diskLimit)
    let old = own.sorted { $0.date < $1.date }.flatMap {
      files.keep((), cost: $0.size, for: $0.name)
    }
    return (files, old)
  }

  private func remove(_ name: String, in place: SafeFolder) {
    files.withLock { $0?.remove(name) }
    try? place.removeFile(name)
  }
}
