import OperationLab
import OperationTesting
import Synchronization

extension Lesson11 {
  // snippet: fetch
  /// Ends when its transfer does, not when `start()` returns.
  final class FetchOperation: AsyncOperation, @unchecked Sendable {
    private let log: Log
    private let fetch: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(_ log: Log, fetch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
      self.log = log
      self.fetch = fetch
      super.init()
      name = log.subject
    }

    override func work() {
      log(.noted, note: "sets the transfer going")
      fetch {
        self.log(.finished, note: "by calling finish()")
        self.finish()
      }
    }
  }
  // end snippet

  /// Where the transfer puts the picture, and where the next operation looks for it.
  final class Album: Sendable {
    private let picture = Mutex<String?>(nil)

    var isEmpty: Bool { picture.withLock { $0 == nil } }

    func keep(_ picture: String) {
      self.picture.withLock { $0 = picture }
    }
  }
}
