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
