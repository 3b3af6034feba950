import Foundation

extension Trace {
  /// One thing that happened while a program ran.
  ///
  /// Every verdict and every view is made from events. Nothing else of a run is evidence.
  public struct Event: Codable, Hashable, Sendable {
    /// The event's place in the run's one total order, counted from 0.
    ///
    /// If an event happens before another (same thread, or handed over through a lock, a queue or a
    /// gate), its `seq` is smaller.
    public var seq: Int

    /// Monotonic time since the run began, in nanoseconds. Never decreases along `seq`.
    public var ns: UInt64

    /// `main`, or `T1`, `T2`, … in the order in which threads first appeared in the run. `P1`, `P2`,
    /// … are threads of Swift's pool while they run a task. `watch` is the kit's own thread, which
    /// takes over when `main` is blocked.
    public var thread: String

    /// The operation, queue or gate that the event is about.
    public var subject: String

    /// What happened.
    public var kind: Kind

    /// The subject's state at that moment. Empty when the subject has none or it was not read.
    public var state: OperationState

    /// Whatever else a reader should know, or an empty string. Code of the kit compares typed facts instead.
    public var note: String

    /// The note as a value. `nil` if the note is a remark for readers only.
    package internal(set) var fact: Fact?

    /// The state of the operation and its queue when it was added. Only with ``Kind/enqueued``.
    package var enqueueing: Enqueueing?

    /// Whether the return of this call is recorded, too. Only with ``Kind/started``.
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

extension Event {
  /// What happened, in a few plain words, such as `start() called` or `added to downloads`.
  package var phrase: String {
    switch kind {
    case .enqueued: note.isEmpty ? "added to a queue" : "added to \(note)"
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

  private func with(_ note: String, _ phrase: String) -> String {
    note.isEmpty ? phrase : "\(phrase), \(note)"
  }
}

extension Event: CustomStringConvertible {
  /// The event in a line, such as `#4 T1 boil: start() called (ready)`.
  public var description: String { "#\(seq) \(thread) \(account)" }

  /// Whom it is about, what happened and the state, such as `boil: start() called (ready)`.
  package var account: String {
    TerminalText.visible("\(subject): \(phrase)") + (state.isEmpty ? "" : " (\(state))")
  }
}

extension Event {
  /// What an operation and its queue were like at the moment when it was put in, read from
  /// Foundation's own objects: the premise of many a claim.
  ///
  /// A class, so that the events without one stay small.
  package final class Enqueueing: Codable, Sendable {
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

    /// An operation with nothing special about it, put into a queue with nothing special about it.
    package init(
      queue: String, width: Int = -1, isSuspended: Bool = false, priority: Int = 0,
      dependencies: [String] = []
    ) {
      self.queue = queue
      self.width = width
      self.isSuspended = isSuspended
      self.priority = priority
      self.dependencies = dependencies
    }
  }
}

extension Event.Enqueueing: Hashable {
  /// Whether all that is known is the same.
  package static func == (one: Trace.Event.Enqueueing, other: Trace.Event.Enqueueing) -> Bool {
    (one.queue, one.width, one.isSuspended, one.priority, one.dependencies)
      == (other.queue, other.width, other.isSuspended, other.priority, other.dependencies)
  }

  /// Feeds all that is known to the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(queue)
    hasher.combine(width)
    hasher.combine(isSuspended)
    hasher.combine(priority)
    hasher.combine(dependencies)
  }
}

// The only place where facts become words.
extension Trace.Event.Fact {
  /// The note of an event with this fact, such as `in no queue`.
  package var words: String {
    switch self {
    case .key(let key): key
    case .place(let queue): queue.map { "in \($0)" } ?? "in no queue"
    case .wait(let wait): wait.words
    case .blocks(let count): count == 1 ? "" : "with \(count) blocks"
    case .bytes(let received, let total):
      total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    case .allOperations: "all operations"
    case .gaveUp(let reason): reason.words
    case .dependencies(let names):
      "depends on \(names.isEmpty ? "nothing" : names.joined(separator: ", "))"
    case .removedDependency(let name): "no longer depends on \(name)"
    case .priority(let value): "its priority is \(value) now"
    case .width(let width): "asked for width \(width)"
    case .barrier: "barrier block added"
    case .heldByBench: "is held by the bench"
    case .currentQueue(let name): "run by \(name ?? "no queue")"
    case .type(let type, let isAsynchronous): "\(type), isAsynchronous: \(isAsynchronous)"
    case .answer(let gate, let answer): "waited for '\(gate)': \(answer.words)"
    case .mark(let mark): mark.words
    }
  }
}

extension Trace.Event.Wait {
  fileprivate var words: String {
    switch self {
    case .operation(let name): "for operation \(name)"
    case .operations(let names): "for \(names.joined(separator: " and ")) to be finished"
    case .queue(let name): "for queue \(name) to be empty"
    case .gate(let name): "at gate \(name)"
    case .signal(let name): "for the signal '\(name)'"
    case .other(let words): words
    }
  }
}

extension Trace.Event.GivenUp {
  fileprivate var words: String {
    switch self {
    case .neverOpened: "no thread opened it"
    case .neverAtRest: "the process did not become idle in time"
    case .nothingFromOutside: "nothing came from outside"
    }
  }
}

extension Trace.Event.Answer {
  fileprivate var words: String {
    switch self {
    case .open: "it opened"
    case .shut: "it stayed closed"
    case .shutWithoutThread: "no thread was free"
    }
  }
}

extension Trace.Event.Mark {
  /// What a reader sees, such as `received 7 bytes`.
  package var words: String {
    let texts = values.map { value in
      switch value {
      case .number(let number): "\(number)"
      case .text(let text): text
      case .list(let list): list.isEmpty ? "nothing" : list.joined(separator: ", ")
      case .mark(let mark): mark.words
      }
    }
    let pieces = pattern.components(separatedBy: "{}")
    return zip(pieces, texts + [""]).map { $0 + $1 }.joined()
      + pieces.dropFirst(texts.count + 1).joined()
  }
}

extension Trace.Event {
  /// What an event says beyond its kind, as a value that code compares. The event's
  /// ``Trace/Event/note`` is made from it, and nothing is ever read back from a note.
  package enum Fact: Codable, Hashable, Sendable {
    /// The key path of a KVO notification, such as `isFinished`. With ``Kind/announced``.
    case key(String)
    /// The queue that holds the operation, or `nil` if none does. With ``Kind/settled`` and
    /// ``Kind/observed``.
    case place(queue: String?)
    /// What the thread waits for. With ``Kind/waiting``.
    case wait(Wait)
    /// How many blocks the started block operation has. With ``Kind/started``.
    case blocks(Int)
    /// The bytes that have come, and how many there are in all, if that is known. With
    /// ``Kind/progressed``.
    case bytes(received: Int, total: Int?)
    /// The call was `cancelAllOperations()`. With ``Kind/cancelled``.
    case allOperations
    /// Why a wait ended before what it waited for. With ``Kind/timedOut``.
    case gaveUp(GivenUp)
    /// The dependencies of an operation. With ``Kind/observed``.
    case dependencies([String])
    /// `removeDependency(_:)` removed this one.
    case removedDependency(String)
    /// The raw value of the operation's new `queuePriority`.
    case priority(Int)
    /// `maxConcurrentOperationCount` of the main queue was set to this.
    case width(Int)
    /// `addBarrierBlock(_:)` was called.
    case barrier
    /// The bench keeps the operation alive that its queue was to hold alone.
    case heldByBench
    /// The queue whose operation runs on the calling thread, or `nil` if there is none.
    case currentQueue(String?)
    /// The operation's class, and what `isAsynchronous` returns.
    case type(String, isAsynchronous: Bool)
    /// How a wait for a gate ended that ends when nothing else can happen.
    case answer(gate: String, Answer)
    /// Anything else that a program records about itself.
    case mark(Mark)

    // What unlabelled values are called in JSON.
    private enum KeyCodingKeys: String, CodingKey { case _0 = "path" }
    private enum WaitCodingKeys: String, CodingKey { case _0 = "for" }
    private enum BlocksCodingKeys: String, CodingKey { case _0 = "count" }
    private enum GaveUpCodingKeys: String, CodingKey { case _0 = "reason" }
    private enum DependenciesCodingKeys: String, CodingKey { case _0 = "names" }
    private enum RemovedDependencyCodingKeys: String, CodingKey { case _0 = "name" }
    private enum PriorityCodingKeys: String, CodingKey { case _0 = "value" }
    private enum WidthCodingKeys: String, CodingKey { case _0 = "value" }
    private enum CurrentQueueCodingKeys: String, CodingKey { case _0 = "name" }
    private enum TypeCodingKeys: String, CodingKey { case _0 = "name", isAsynchronous }
    private enum AnswerCodingKeys: String, CodingKey { case gate, _1 = "answer" }
    private enum MarkCodingKeys: String, CodingKey { case _0 = "mark" }
  }

  /// What a thread waits for in a blocking call.
  package enum Wait: Codable, Hashable, Sendable {
    /// `waitUntilFinished()` of that operation.
    case operation(String)
    /// `addOperations(_:waitUntilFinished: true)` of these.
    case operations([String])
    /// `waitUntilAllOperationsAreFinished()` of that queue.
    case queue(String)
    /// A gate that another thread opens.
    case gate(String)
    /// A semaphore that another thread signals.
    case signal(String)
    /// Anything else, in words that follow *waits*.
    case other(String)

    // What the values are called in JSON.
    private enum OperationCodingKeys: String, CodingKey { case _0 = "name" }
    private enum OperationsCodingKeys: String, CodingKey { case _0 = "names" }
    private enum QueueCodingKeys: String, CodingKey { case _0 = "name" }
    private enum GateCodingKeys: String, CodingKey { case _0 = "name" }
    private enum SignalCodingKeys: String, CodingKey { case _0 = "name" }
    private enum OtherCodingKeys: String, CodingKey { case _0 = "words" }
  }

  /// Why a wait ended before what it waited for.
  package enum GivenUp: String, Codable, Hashable, Sendable {
    /// The deadline of the gate passed.
    case neverOpened
    /// The process did not become idle in time, so nothing is known.
    case neverAtRest
    /// Nothing came from outside the process.
    case nothingFromOutside
  }

  /// How a wait for a gate ended that ends when nothing else can happen.
  package enum Answer: String, Codable, CaseIterable, Hashable, Sendable {
    /// Another thread opened the gate.
    case open
    /// Nothing else could happen, although the system had a thread to give.
    case shut
    /// Nothing else could happen, and the system had no thread to give.
    case shutWithoutThread
  }

  /// Something that a program records about itself: a pattern with a `{}` for each of its values.
  ///
  /// ```swift
  /// static let hasPart: Trace.Event.Mark = "has a part"
  /// static func received(_ count: Int) -> Trace.Event.Mark { Mark("received {} bytes", count) }
  /// ```
  ///
  /// Claims compare marks and their values, so the words may change without changing a verdict.
  package struct Mark: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The words, with a `{}` for each value.
    package let pattern: String
    /// The values, in the order of the pattern.
    package let values: [Value]

    /// One value of a mark.
    package enum Value: Hashable, Sendable {
      /// A whole number.
      case number(Int)
      /// A text, such as the name of an operation.
      case text(String)
      /// A list of texts.
      case list([String])
      /// Another mark, such as a fault that is named with the round in which it was seen.
      case mark(Mark)
    }

    /// A mark with these values.
    package init(_ pattern: String, _ values: Value...) {
      self.pattern = pattern
      self.values = values
    }

    /// A mark without values.
    package init(stringLiteral pattern: String) {
      self.pattern = pattern
      values = []
    }
  }
}

// In JSON a value is itself, such as `7` or `"boil"`.
extension Trace.Event.Mark.Value: Codable {
  /// Reads a number, a text, a list of texts or a mark.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([String].self) {
      self = .list(list)
    } else {
      self = .mark(try container.decode(Trace.Event.Mark.self))
    }
  }

  /// Writes the number, the text, the list or the mark alone.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .mark(let mark): try container.encode(mark)
    }
  }
}

extension Trace.Event.Mark {
  /// The numbers among the values.
  package var numbers: [Int] {
    values.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  /// The texts among the values.
  package var texts: [String] {
    values.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The lists among the values.
  package var lists: [[String]] {
    values.compactMap { if case .list(let list) = $0 { list } else { nil } }
  }

  /// The marks among the values.
  package var marks: [Self] {
    values.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
  }

  /// Whether it was made from the same pattern, with any values.
  package func isLike(_ other: Self) -> Bool { pattern == other.pattern }
}

// What verdicts and views read from an event.
extension Trace.Event {
  /// The key path of a KVO notification.
  package var key: String? { if case .key(let key) = fact { key } else { nil } }

  /// The queue that held the operation, or `.some(nil)` for none. `nil` if it was not looked up.
  package var place: String?? { if case .place(let queue) = fact { .some(queue) } else { nil } }

  /// Whether the operation was seen in no queue.
  package var isInNoQueue: Bool { fact == .place(queue: nil) }

  /// What the thread waits for.
  package var wait: Wait? { if case .wait(let wait) = fact { wait } else { nil } }

  /// What a program recorded about itself.
  package var mark: Mark? { if case .mark(let mark) = fact { mark } else { nil } }
}
