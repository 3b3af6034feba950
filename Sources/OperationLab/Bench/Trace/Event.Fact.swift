import OperationDoctor

extension Trace.Event {
  /// What an event says beyond its kind, as a value that code compares. The event's
  /// ``Trace/Event/note`` is made from it, and no fact is ever read back from a note.
  package enum Fact: Codable, Hashable, Sendable {
    /// The key path of a KVO notification, such as `isFinished`. With ``Kind/announced``.
    case key(path: String)
    /// The queue that holds the operation, or `nil` if none does. With ``Kind/settled`` and
    /// ``Kind/observed``.
    case place(queue: String?)
    /// What the thread waits for. With ``Kind/waiting``.
    case wait(for: Wait)
    /// How many blocks the started block operation has. With ``Kind/started``.
    case blocks(count: Int)
    /// The bytes that have come, and how many there are in all, if that is known. With
    /// ``Kind/progressed``.
    case bytes(received: Int, total: Int?)
    /// The call was `cancelAllOperations()`. With ``Kind/cancelled``.
    case allOperations
    /// Why a wait ended before what it waited for. With ``Kind/timedOut``.
    case gaveUp(reason: GivenUp)
    /// The dependencies of an operation. With ``Kind/observed``.
    case dependencies(names: [String])
    /// `removeDependency(_:)` removed this one.
    case removedDependency(name: String)
    /// The raw value of the operation's new `queuePriority`.
    case priority(value: Int)
    /// `maxConcurrentOperationCount` of the main queue was set to this.
    case width(value: Int)
    /// `addBarrierBlock(_:)` was called.
    case barrier
    /// The bench keeps the operation alive that its queue was to hold alone.
    case heldByBench
    /// The queue whose operation runs on the calling thread, or `nil` if there is none.
    case currentQueue(name: String?)
    /// The operation's class, and what `isAsynchronous` returns.
    case type(name: String, isAsynchronous: Bool)
    /// How a wait for a gate ended that ends when nothing else can happen.
    case answer(gate: String, answer: Answer)
    /// Anything else that a program records about itself.
    case mark(Mark)

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
}

// The only place where facts become words.
extension Trace.Event.Fact {
  /// The same in English.
  package var words: String { phrase.english }

  /// The note of an event with this fact, such as `in no queue`.
  package var phrase: Phrase {
    switch self {
    case .key(let key): "\(key)"
    case .place(let queue): queue.map { "in \($0)" } ?? "in no queue"
    case .wait(let wait): wait.phrase
    case .blocks(let count): count == 1 ? "" : "with \(count) blocks"
    case .bytes(let received, let total):
      total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    case .allOperations: "all operations"
    case .gaveUp(let reason): reason.phrase
    case .dependencies(let names):
      names.isEmpty ? "depends on nothing" : "depends on \(names.joined(separator: ", "))"
    case .removedDependency(let name): "no longer depends on \(name)"
    case .priority(let value): "its priority is \(value) now"
    case .width(let width): "asked for width \(width)"
    case .barrier: "barrier block added"
    case .heldByBench: "is held by the bench"
    case .currentQueue(let name): name.map { "run by \($0)" } ?? "run by no queue"
    case .type(let type, let isAsynchronous): "\(type), isAsynchronous: \(isAsynchronous)"
    case .answer(let gate, let answer): "waited for '\(gate)': \(answer.phrase)"
    case .mark(let mark): mark.phrase
    }
  }
}

extension Trace.Event.Wait {
  fileprivate var phrase: Phrase {
    switch self {
    case .operation(let name): "for operation \(name)"
    case .operations(let names): "for \(names.joined(separator: " and ")) to be finished"
    case .queue(let name): "for queue \(name) to be empty"
    case .gate(let name): "at gate \(name)"
    case .signal(let name): "for the signal '\(name)'"
    case .other(let words): Phrase(stringLiteral: words)
    }
  }
}

extension Trace.Event.GivenUp {
  fileprivate var phrase: Phrase {
    switch self {
    case .neverOpened: "no thread opened it"
    case .neverAtRest: "the process did not become idle in time"
    case .nothingFromOutside: "nothing came from outside"
    }
  }
}

extension Trace.Event.Answer {
  fileprivate var phrase: Phrase {
    switch self {
    case .open: "it opened"
    case .shut: "it stayed closed"
    case .shutWithoutThread: "no thread was free"
    }
  }
}

// What verdicts and views read from an event.
extension Trace.Event {
  /// The key path of a KVO notification.
  package var key: String? { if case .key(let key) = fact { key } else { nil } }

  /// The queue that held the operation, or `.some(nil)` for none. `nil` if it was not looked up.
  package var place: String?? { if case .place(let queue) = fact { .some(queue) } else { nil } }

  /// Whether the operation was seen in no queue.
  package var isInNoQueue: Bool { fact == .place(queue: nil) }

  /// The queue that runs the thread's operation, or `.some(nil)` for none. `nil` if it was not looked up.
  package var currentQueue: String?? {
    if case .currentQueue(let name) = fact { .some(name) } else { nil }
  }

  /// What the thread waits for.
  package var wait: Wait? { if case .wait(let wait) = fact { wait } else { nil } }

  /// What a program recorded about itself.
  package var mark: Mark? { if case .mark(let mark) = fact { mark } else { nil } }
}
