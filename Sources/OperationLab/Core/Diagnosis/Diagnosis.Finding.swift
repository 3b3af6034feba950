extension Diagnosis {
  /// What was found out about one operation, or about the program itself.
  public struct Finding: Codable, Hashable, Sendable {
    /// The operation's name, or `program` for the program's own thread.
    public var subject: String
    /// The reason, in one word.
    public var cause: Cause
    /// The reason, in one plain sentence that stands alone.
    public internal(set) var sentence = ""
    /// The queue that holds the operation, if one does.
    public var queue: String?
    /// That queue's `maxConcurrentOperationCount`; -1 means that the system decides.
    package var width: Int?
    /// The operations it waits for: unfinished dependencies, the holders of all slots, or the
    /// whole cycle beginning with itself. At most 16 of them.
    public var waitsFor: [String] = []
    /// How many it waits for, named or not.
    public var waitsForCount = 0
    /// The first, by name, of the circle that it is part of: the same for all members of a circle.
    package var circle: String?
    /// The queue that it waits for to become empty, in a blocking call.
    package var waitsForQueue: String?
    /// Operations of higher priority that are ready, too. At most 16 of them.
    package var outrankedBy: [String] = []
    /// The event since which this is so: the start of a silent operation, the call that blocks, the
    /// cancelling, the suspending, the announcement that its queue did not hear.
    package var since: Event?
    /// The event with which it began to hold its slot.
    package var started: Event?
    /// The last event of the operation or, while its thread is inside it, of that thread.
    package var lastSeen: Event?
    /// Where the thread is that started the operation.
    package var presence: Presence?
    /// Whether it was added to a queue, as far as the trace tells.
    package var wasAdded = false
    /// What else stands in its way.
    package var besides: [Cause] = []
    /// Whether it is known that nothing can happen any more; otherwise the deadline came first.
    package var isFinal = true

    /// The subject of findings about the program's own thread.
    package static let program = "program"
    /// How many names a list of a finding holds at most, so that thousands of operations that wait
    /// for thousands of others stay readable.
    package static let nameLimit = 16

    /// A finding without particulars.
    package init(_ subject: String, _ cause: Cause) {
      self.subject = subject
      self.cause = cause
    }

    /// Names what it waits for, as many as fit.
    mutating func waits(for names: some Collection<String>) {
      waitsFor = Array(names.prefix(Self.nameLimit))
      waitsForCount = names.count
    }
  }

  /// Where the thread is that an operation was started on.
  package enum Presence: String, Codable, Sendable {
    /// Inside `start()`: the trace shows that it has not returned.
    case insideStart
    /// `start()` was called; the trace does not show whether it has returned.
    case startCalled
    /// Inside the body: it began and has not ended.
    case insideBody
    /// Gone: `start()` returned, or the body ended.
    case left
    /// The trace has no event of its start.
    case unknown
  }
}
