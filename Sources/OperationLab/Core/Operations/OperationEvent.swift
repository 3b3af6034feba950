/// Something that happened to an operation of an app, for its log and its metrics. See
/// ``ReportingQueue``.
public struct OperationEvent: Codable, Hashable, Sendable {
  /// What happened. Later versions may report more.
  public struct Kind: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The name, which stays as it is.
    public let rawValue: String

    /// The kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The operation was added to a queue.
    public static let added = Kind(rawValue: "added")
    /// It is ready: its dependencies have finished.
    public static let ready = Kind(rawValue: "ready")
    /// The queue has called `start()`.
    public static let started = Kind(rawValue: "started")
    /// `cancel()` was called for the first time.
    public static let cancelled = Kind(rawValue: "cancelled")
    /// It has finished.
    public static let finished = Kind(rawValue: "finished")
    /// It is deallocated.
    public static let released = Kind(rawValue: "released")
  }

  /// Its place among all events of one report, counted from 0.
  public let seq: Int
  /// Monotonic time since the report began, in nanoseconds. Never decreases along ``seq``.
  public let ns: UInt64
  /// The operation: its name or type, and in a reporting queue its number, such as `load#1`.
  public let operation: String
  /// What happened.
  public let kind: Kind
  /// The name of the queue that it was added to. `nil` for any other event.
  public let queue: String?
  /// Whether it has been cancelled.
  public let isCancelled: Bool
  /// What else a file keeps of an operation that is added. `nil` for any other event.
  package var addition: Addition?

  /// What an operation and its queue are like when it is added.
  package struct Addition: Codable, Hashable, Sendable {
    /// `maxConcurrentOperationCount`, or -1 if the system decides.
    package let width: Int
    /// Whether the queue starts nothing new.
    package let isSuspended: Bool
    /// Raw value of `Operation.QueuePriority`.
    package let priority: Int
    /// The unfinished dependencies, as the report calls them.
    package let dependencies: [String]
    /// Whether the operation will report that it is started.
    package let reportsStart: Bool
  }
}

extension OperationEvent: CustomStringConvertible {
  /// The event in a few words, such as `load#1 added to photos`.
  public var description: String {
    "\(operation) \(kind)" + (queue.map { $0.isEmpty ? "" : " to \($0)" } ?? "")
  }
}
