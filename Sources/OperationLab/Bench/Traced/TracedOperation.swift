import Foundation

/// An operation that carries its log and nothing else: a place to put a lesson's own `main()` or
/// `start()`.
///
/// It overrides no method of `Operation` that a queue calls, so a subclass shows exactly what it
/// overrides itself. Its announcements are traced.
@_spi(Course) open class TracedOperation: AnnouncingOperation, @unchecked Sendable {
  /// What the operation writes its events with.
  public let log: Bench.Log

  /// An operation named as its log's subject. A second one of that name gets a number.
  public init(_ log: Bench.Log) {
    self.log = log.uniquelyNamed
    super.init()
    name = self.log.subject
  }

  // Without the state: the thread that posts the notification may hold the lock that the getters
  // take.
  public final override func willAnnounce(_ key: String) { log(.announced, nil, .key(path: key)) }

  /// Written down when it is changed in a queue.
  open override var queuePriority: QueuePriority {
    get { super.queuePriority }
    set {
      super.queuePriority = newValue
      log.noteChange(.priority(value: newValue.rawValue))
    }
  }

  /// Written down when it is in a queue.
  open override func removeDependency(_ other: Operation) {
    super.removeDependency(other)
    log.noteChange(.removedDependency(name: other.name ?? "another"))
  }

  /// Blocks the caller, and lets the bench know that it waits.
  open override func waitUntilFinished() {
    log.recorder.noteWait(.operation(log.subject)) { super.waitUntilFinished() }
  }
}
