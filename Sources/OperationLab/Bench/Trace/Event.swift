import OperationDoctor

extension Trace {
  /// One thing that happened while a program ran.
  ///
  /// Every verdict and every view is made from events. Nothing else of a run is evidence.
  public struct Event: Hashable, Sendable {
    /// The event's place in the run's one total order, counted from 0.
    ///
    /// If an event happens before another (same thread, or handed over through a lock, a queue or a
    /// gate), its `seq` is smaller.
    public package(set) var seq: Int

    /// Monotonic time since the run began, in nanoseconds. Never decreases along `seq`.
    public package(set) var ns: UInt64

    /// `main`, or `T1`, `T2`, … in the order in which threads first appeared in the run. `P1`, `P2`,
    /// … are threads of Swift's pool while they run a task. `watch` is the kit's own thread, which
    /// takes over when `main` is blocked.
    public package(set) var thread: String

    /// The operation, queue or gate that the event is about.
    public package(set) var subject: String

    /// What happened.
    package var kind: Kind

    /// The subject's state at that moment. Empty when the subject has none or it was not read.
    public package(set) var state: OperationState

    /// What it says beyond its kind, for code to compare. `nil` if that is a remark or nothing.
    package private(set) var fact: Fact?

    /// A remark of a program, for readers only.
    private var remark = ""

    /// The state of the operation and its queue when it was added. Only with ``Kind/enqueued``.
    package var enqueueing: Enqueueing?

    /// Whether the return of this call is recorded, too. Only with ``Kind/started``.
    ///
    /// Only then does a missing ``Kind/returned`` show that the call has not returned.
    package var returnIsRecorded: Bool?

    /// Whatever else a reader should know, or an empty string.
    public var note: String { notePhrase.english }

    /// The same in any language.
    package var notePhrase: Phrase {
      fact?.phrase ?? enqueueing.map { "\($0.queue)" } ?? Phrase(stringLiteral: remark)
    }

    /// An event, as the recorder makes it or as a test writes it by hand. A remark is kept only if
    /// there is nothing else that the note can be made from.
    package init(
      seq: Int, ns: UInt64, thread: String, subject: String, kind: Kind,
      state: OperationState = [], fact: Fact? = nil, note remark: String = "",
      enqueueing: Enqueueing? = nil
    ) {
      self.seq = seq
      self.ns = ns
      self.thread = thread
      self.subject = subject
      self.kind = kind
      self.state = state
      self.fact = fact
      self.enqueueing = enqueueing
      if fact == nil, enqueueing == nil { self.remark = remark }
    }

    /// Gives the event another fact.
    package mutating func set(_ fact: Fact) {
      self.fact = fact
      remark = ""
    }
  }
}

// In JSON an event has its note, too.
extension Event: Codable {
  private enum CodingKeys: CodingKey {
    case seq, ns, thread, subject, kind, state, note, fact, enqueueing, returnIsRecorded
  }

  /// Set for an encoder whose reader needs no notes: it makes them from the facts.
  package static let omitsNotes = CodingUserInfoKey(rawValue: "omitsNotes")!

  /// Reads an event. Its note counts only if there is nothing that it can be made from.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      seq: try values.decode(Int.self, forKey: .seq),
      ns: try values.decode(UInt64.self, forKey: .ns),
      thread: try values.decode(String.self, forKey: .thread),
      subject: try values.decode(String.self, forKey: .subject),
      kind: try values.decode(Kind.self, forKey: .kind),
      state: try values.decode(OperationState.self, forKey: .state),
      fact: try values.decodeIfPresent(Fact.self, forKey: .fact),
      note: try values.decodeIfPresent(String.self, forKey: .note) ?? "",
      enqueueing: try values.decodeIfPresent(Enqueueing.self, forKey: .enqueueing))
    returnIsRecorded = try values.decodeIfPresent(Bool.self, forKey: .returnIsRecorded)
  }

  /// Writes the event, and its note for readers.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(seq, forKey: .seq)
    try values.encode(ns, forKey: .ns)
    try values.encode(thread, forKey: .thread)
    try values.encode(subject, forKey: .subject)
    try values.encode(kind, forKey: .kind)
    try values.encode(state, forKey: .state)
    if encoder.userInfo[Self.omitsNotes] == nil || !remark.isEmpty {
      try values.encode(note, forKey: .note)
    }
    try values.encodeIfPresent(fact, forKey: .fact)
    try values.encodeIfPresent(enqueueing, forKey: .enqueueing)
    try values.encodeIfPresent(returnIsRecorded, forKey: .returnIsRecorded)
  }
}

extension Event {
  /// What happened, in a few plain words, such as `start() called` or `added to downloads`.
  package var phrase: Phrase {
    let note = notePhrase
    return switch kind {
    // Its note is the name of the queue.
    case .enqueued: note.isEmpty ? "added to a queue" : "added to \(note.english)"
    case .started: with(note, "start() called")
    case .returned: with(note, "start() returns")
    case .began: with(note, "body begins")
    case .ended: with(note, "body ends")
    case .cancelled: with(note, "cancel() called")
    case .finished: with(note, "reports finished")
    case .announced: note.isEmpty ? "posts a notification" : "posts \(note)"
    case .completed: with(note, "completion block runs")
    case .observed: with(note, "state read")
    case .waiting: note.isEmpty ? "waits" : "waits \(note)"
    case .opened: "gate opens"
    case .timedOut: with(note, "gave up waiting")
    case .suspended: "queue suspended"
    case .resumed: "queue resumed"
    case .released: with(note, "deallocated")
    case .settled: with(note, "at rest")
    case .progressed: note.isEmpty ? "progress" : "progress: \(note)"
    case .noted: note
    }
  }

  private func with(_ note: Phrase, _ phrase: Phrase) -> Phrase {
    note.isEmpty ? phrase : "\(phrase), \(note)"
  }
}

extension Event: CustomStringConvertible {
  /// The event in a line, such as `#4 T1 boil: start() called (ready)`.
  public var description: String { "#\(seq) \(thread) \(account)" }

  /// What it is about, what happened and the state, such as `boil: start() called (ready)`.
  package var account: String {
    TerminalText.visible("\(subject): \(phrase.english)") + (state.isEmpty ? "" : " (\(state))")
  }
}

extension Event {
  /// What an operation and its queue were like at the moment when it was put in, read from
  /// Foundation's own objects: the premise of many a claim.
  package struct Enqueueing: Codable, Hashable, Sendable {
    /// The queue's name.
    package let queue: String
    /// `maxConcurrentOperationCount`, or -1 if the system decides.
    package let width: Int
    /// Whether the queue started nothing new.
    package let isSuspended: Bool
    /// Raw value of `Operation.QueuePriority`.
    package let priority: Int
    /// The names of the operation's dependencies, in the order in which they were added.
    package let dependencies: [String]
    /// Whether an event will tell that it is started. `nil` in a run.
    package let reportsStart: Bool?

    /// An operation with nothing special about it, put into a queue with nothing special about it.
    package init(
      queue: String, width: Int = -1, isSuspended: Bool = false, priority: Int = 0,
      dependencies: [String] = [], reportsStart: Bool? = nil
    ) {
      self.queue = queue
      self.width = width
      self.isSuspended = isSuspended
      self.priority = priority
      self.dependencies = dependencies
      self.reportsStart = reportsStart
    }
  }
}

extension Event {
  /// What an event reports. Raw values are part of the JSON: add, never rename.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// An operation was put into a queue. Recorded just before the call to Foundation.
    case enqueued
    /// `start()` was called.
    case started
    /// `start()` is about to return to its caller.
    case returned
    /// The work itself, the body, begins.
    case began
    /// The body has ended.
    case ended
    /// `cancel()` was called. Recorded just after the call to Foundation.
    case cancelled
    /// The operation reports finished: its flag is set and about to be announced.
    case finished
    /// `didChangeValue(forKey:)` is called. Recorded just before the
    /// observers are notified, and only for operations that have a log.
    case announced
    /// The completion block runs.
    case completed
    /// The subject's state was read. The reading is in `state`.
    case observed
    /// A thread waits at a gate, for an operation to finish or for a queue to be empty.
    case waiting
    /// A gate was opened.
    case opened
    /// A thread gave up waiting at a gate: its deadline passed.
    case timedOut
    /// A queue was suspended.
    case suspended
    /// A suspended queue goes on.
    case resumed
    /// The subject was deallocated.
    case released
    /// Nothing can happen any more. `state` is the subject's last state.
    case settled
    /// More bytes have arrived.
    case progressed
    /// Anything else.
    case noted
  }
}
