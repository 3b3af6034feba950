extension Trace.Event {
  /// What an event says beyond its kind, as a value that code compares. The event's
  /// ``Trace/Event/note`` is made from it, and nothing is ever read back from a note.
  package enum Fact: Codable, Hashable, Sendable {
    /// The key path of a KVO notification, such as `isFinished`; with ``Kind/announced``.
    case key(String)
    /// The queue that holds the operation, or `nil` if none does; with ``Kind/settled`` and
    /// ``Kind/observed``.
    case place(queue: String?)
    /// What the thread waits for; with ``Kind/waiting``.
    case wait(Wait)
    /// How many blocks the started block operation has; with ``Kind/started``.
    case blocks(Int)
    /// The bytes that have come, and how many there are in all, if that is known; with
    /// ``Kind/progressed``.
    case bytes(received: Int, total: Int?)
    /// The call was `cancelAllOperations()`; with ``Kind/cancelled``.
    case allOperations
    /// Why a wait ended before what it waited for; with ``Kind/timedOut``.
    case gaveUp(GivenUp)
    /// The dependencies of an operation; with ``Kind/observed``.
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

// What judges and views ask of an event.
extension Trace.Event {
  /// The key path of a KVO notification.
  package var key: String? { if case .key(let key) = fact { key } else { nil } }

  /// The queue that held the operation, `.some(nil)` for none; `nil` if nobody looked.
  package var place: String?? { if case .place(let queue) = fact { .some(queue) } else { nil } }

  /// Whether the operation was seen in no queue.
  package var isInNoQueue: Bool { fact == .place(queue: nil) }

  /// What the thread waits for.
  package var wait: Wait? { if case .wait(let wait) = fact { wait } else { nil } }

  /// What a program recorded about itself.
  package var mark: Mark? { if case .mark(let mark) = fact { mark } else { nil } }
}
