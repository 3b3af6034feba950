import OperationLab
@_spi(Course) import OperationTesting
import Synchronization

extension Lesson11 {
  // snippet: fetch
  /// Fixed: finishes when its transfer ends, not when `start()` returns.
  final class PictureOperation: AsyncOperation, @unchecked Sendable {
    private let log: Log
    private let fetch: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(_ log: Log, fetch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
      self.log = log
      self.fetch = fetch
      super.init()
      name = log.subject
    }

    override func work() {
      log(.noted, note: "begins the transfer")
      fetch {
        self.log(.finished, note: "by calling finish()")
        self.finish()
      }
    }
  }
  // end snippet

  /// The transfer stores the picture here, and show looks for it here.
  final class Album: Sendable {
    private let picture = Mutex<String?>(nil)

    var isEmpty: Bool { picture.withLock { $0 == nil } }

    func keep(_ picture: String) {
      self.picture.withLock { $0 = picture }
    }
  }
}
