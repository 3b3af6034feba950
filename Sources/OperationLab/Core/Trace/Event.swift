extension Trace {
  /// One thing that happened while a program ran.
  ///
  /// Events are what every judge and every renderer of the kit works from; nothing else of a run is
  /// evidence.
  public struct Event: Codable, Hashable, Sendable {
    /// The event's place in the run's one total order, counted from 0.
    ///
    /// If an event happens before another (same thread, or handed over through a lock, a queue or a
    /// gate), its `seq` is smaller.
    public var seq: Int

    /// Monotonic time since the run began, in nanoseconds. Never decreases along `seq`.
    public var ns: UInt64

    /// `main`, or `T1`, `T2`, … in the order in which threads first appeared in the run; `watch` for
    /// the kit's own, which looks on when `main` is blocked.
    public var thread: String

    /// The operation, queue or gate that the event is about.
    public var subject: String

    /// What happened.
    public var kind: Kind

    /// The subject's state at that moment; empty when the subject has none or it was not read.
    public var state: OperationState

    /// Whatever else a reader should know, or an empty string. Code of the kit compares typed facts instead.
    public var note: String

    /// What the note says, as a value; `nil` if the note is a remark for readers only.
    package internal(set) var fact: Fact?

    /// What the operation and its queue were like when it was put in; only with
    /// ``Kind/enqueued``.
    package var enqueueing: Enqueueing?

    /// Whether the return of this call is recorded, too; only with ``Kind/started``.
    ///
    /// Only then does a missing ``Kind/returned`` show that the call has not returned.
    package var returnIsRecorded: Bool?

    /// An event, as the recorder makes it or as a test writes it by hand.
    package init(
      seq: Int, ns: UInt64, thread: String, subject: String, kind: Kind,
      state: OperationState = [], note: String = "", enqueueing: Enqueueing? = nil
    ) {
      self.seq = seq
      self.ns = ns
      self.thread = thread
      self.subject = subject
      self.kind = kind
      self.state = state
      self.note = note
      self.enqueueing = enqueueing
    }

    /// An event whose note is made from a fact.
    package init(
      seq: Int, ns: UInt64, thread: String, subject: String, kind: Kind,
      state: OperationState = [], fact: Fact
    ) {
      self.init(
        seq: seq, ns: ns, thread: thread, subject: subject, kind: kind, state: state,
        note: fact.words)
      self.fact = fact
    }

    /// Gives the event another fact, and the note that goes with it.
    package mutating func set(_ fact: Fact) {
      self.fact = fact
      note = fact.words
    }
  }
}
