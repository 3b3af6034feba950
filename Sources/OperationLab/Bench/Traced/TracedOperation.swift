import Foundation

/// An operation that carries its log and nothing else: a place to put a lesson's own `main()` or
/// `start()`.
///
/// It overrides no method of `Operation` that a queue calls, so a subclass shows exactly what it
/// overrides itself. Its announcements are traced.
open class TracedOperation: AnnouncingOperation, @unchecked Sendable {
  /// What the operation writes its events with.
  public let log: Log

  /// An operation named as its log's subject.
  public init(_ log: Log) {
    self.log = log
    super.init()
    name = log.subject
  }

  // Without the state: whoever announces may hold the lock that the getters take.
  final override func willAnnounce(_ key: String) { log(.announced, note: key) }

  /// Blocks the caller, and lets the bench know that it waits.
  open override func waitUntilFinished() {
    log.recorder.noteWait("for operation \(log.subject)") { super.waitUntilFinished() }
  }
}
