extension Timeline {
  /// A queue, and which operation held a slot of it from when to when.
  public struct Queue: Hashable, Sendable {
    /// Its name as in the trace.
    public let name: String
    /// `maxConcurrentOperationCount` as far as it is known and never changed; -1 means that the
    /// system decides.
    public let width: Int?
    /// By rising ``Holding/fromPlace``.
    public internal(set) var holdings: [Holding] = []
  }

  /// An operation in a slot: from its start until its end is reported or seen.
  public struct Holding: Hashable, Sendable {
    /// The operation's name as in the trace.
    public let subject: String
    /// Index in ``Timeline/events`` of its start.
    public let fromPlace: Int
    /// Index in ``Timeline/events`` of its end; `nil` when nothing in the trace ends it.
    public let toPlace: Int?
  }
}
