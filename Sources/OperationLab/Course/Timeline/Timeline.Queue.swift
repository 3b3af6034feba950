extension Timeline {
  /// A queue, and which operation held a slot of it from when to when.
  package struct Queue: Hashable, Sendable {
    /// Its name as in the trace.
    package let name: String
    /// `maxConcurrentOperationCount` as far as it is known and never changed; -1 means that the
    /// system decides.
    package let width: Int?
    /// By rising ``Holding/fromPlace``.
    package internal(set) var holdings: [Holding] = []
  }

  /// An operation in a slot: from its start until its end is reported or seen.
  package struct Holding: Hashable, Sendable {
    /// The operation's name as in the trace.
    package let subject: String
    /// Index in ``Timeline/events`` of its start.
    package let fromPlace: Int
    /// Index in ``Timeline/events`` of its end; `nil` when nothing in the trace ends it.
    package let toPlace: Int?
  }
}
