import OperationLab

extension Timeline {
  /// A stretch of an operation, on the lane of one thread.
  package struct Span: Hashable, Sendable {
    /// The operation's name as in the trace.
    package let subject: String
    /// The thread on which it began.
    package let thread: String
    /// What it is a stretch of.
    package let kind: Kind
    /// ``Event/seq`` of the event that begins it.
    package let from: Int
    /// ``Event/seq`` of the event that ends it; of the trace's last event while ``isOpen``.
    package internal(set) var to: Int
    /// Nanoseconds since the run began.
    package let fromNs: UInt64
    /// Nanoseconds since the run began.
    package internal(set) var toNs: UInt64
    /// Index in ``Timeline/events`` of the event that begins it.
    package let fromPlace: Int
    /// Index in ``Timeline/events`` of the event that ends it, or of the last event.
    package internal(set) var toPlace: Int
    /// `true` when nothing in the trace ends it.
    package internal(set) var isOpen = true

    /// Which stretch of an operation a span is.
    package enum Kind: String, Codable, Sendable, CaseIterable {
      /// The call of `start()`: from `started` to `returned` on one thread.
      case start
      /// The work: from `began` to `ended`.
      case body
      /// From the return of `start()` until the operation is known to have finished: it holds its
      /// slot although its thread has left. Drawn on the lane of the thread that started it.
      case unfinished
    }

    init(_ kind: Kind, from event: Event, at place: Int) {
      subject = event.subject
      thread = event.thread
      self.kind = kind
      from = event.seq
      to = event.seq
      fromNs = event.ns
      toNs = event.ns
      fromPlace = place
      toPlace = place
    }

    mutating func end(with event: Event, at place: Int) {
      reach(event, at: place)
      isOpen = false
    }

    mutating func reach(_ event: Event, at place: Int) {
      to = event.seq
      toNs = event.ns
      toPlace = place
    }
  }
}
