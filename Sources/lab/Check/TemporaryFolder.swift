import Foundation
import Synchronization

/// A folder of the kit's own that is gone when it is no longer needed, also after Ctrl-C.
final class TemporaryFolder: Sendable {
  let url: URL

  private static let all = Mutex<Set<URL>>([])

  init() throws(Failure) {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("lab-check-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        status: .internalFault,
        message: "cannot make the folder \(url.path): \(error); is the disk full?")
    }
    Self.all.withLock { _ = $0.insert(url) }
  }

  deinit { remove() }

  /// Removes the folder and what is in it. Callable from any thread, any number of times.
  func remove() {
    Self.remove(url)
  }

  /// Removes every such folder. For when the process is about to end.
  static func removeAll() {
    all.withLock { $0 }.forEach(remove)
  }

  private static func remove(_ url: URL) {
    guard all.withLock({ $0.remove(url) }) != nil else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      // Somebody else has cleaned up; the system empties this place anyway.
    }
  }
}
