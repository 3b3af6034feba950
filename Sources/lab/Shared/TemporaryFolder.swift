import Foundation
import OperationLab

/// A folder of the kit's own that is gone when it is no longer needed, also after Ctrl-C.
///
/// After `kill -9` it stays until a later process finds it. A process that uses such a folder locks
/// it, and the system releases the lock when the process ends.
package final class TemporaryFolder: Sendable {
  package let url: URL
  /// Holds the lock.
  private let descriptor: Int32

  private static let all = Locked<Set<URL>>([])
  private static let prefix = "lab-check-"

  /// For children that are killed rather than asked to tidy up. `nil` where nothing can be made,
  /// which they then say themselves if they need it.
  package static let ofChildren = try? TemporaryFolder()

  package init() throws(Failure) {
    Self.sweep
    let place = FileManager.default.temporaryDirectory
    let url = place.appendingPathComponent(Self.prefix + UUID().uuidString, isDirectory: true)
    self.url = url
    let isMade = Self.all.withLock { all in
      // None is made once the last have been removed.
      guard !Interruption.isUnderWay, mkdir(url.path, 0o700) == 0 else { return false }
      all.insert(url)
      return true
    }
    guard isMade else {
      Interruption.letPass()
      throw Failure(
        status: .internalFault,
        message:
          "cannot make a folder in \(place.path) (\(String(cString: strerror(errno)))). Make "
          + "room, or set TMPDIR to a folder that you may write to")
    }
    descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where folders cannot be locked, none is ever swept: see below.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// Removes the folder and what is in it. Callable from any thread, any number of times.
  package func remove() {
    Self.remove { $0 == url }
  }

  /// Removes every such folder. For when the process is about to end.
  package static func removeAll() {
    remove { _ in true }
  }

  /// Under the lock, so that the process does not end while another thread is still removing.
  private static func remove(where isMeant: (URL) -> Bool) {
    all.withLock { all in
      for url in all.filter(isMeant) {
        // Somebody else may have cleaned up. The system empties this place anyway.
        try? FileManager.default.removeItem(at: url)
        all.remove(url)
      }
    }
  }

  /// Removes, once in a process, what killed processes of this user have left.
  private static let sweep: Void = {
    let place = FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = place.appendingPathComponent(name)
      let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      // A minute old: it is also unlocked between its making and its locking.
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        time(nil) - Platform.modificationTime(of: status).tv_sec > 60,
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      // Somebody else may be sweeping, too.
      try? FileManager.default.removeItem(at: folder)
    }
  }()
}
