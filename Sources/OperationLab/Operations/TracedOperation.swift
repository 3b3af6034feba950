import Foundation

/// An operation that carries its log and nothing else: a place to put a lesson's own `main()` or
/// `start()`.
///
/// It overrides no method of `Operation`, so a subclass shows exactly what it overrides itself.
open class TracedOperation: Operation, @unchecked Sendable {
  /// What the operation writes its events with.
  public let log: Log

  /// An operation named as its log's subject.
  public init(_ log: Log) {
    self.log = log
    super.init()
    name = log.subject
  }
}
