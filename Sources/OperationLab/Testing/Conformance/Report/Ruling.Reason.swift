import OperationBench

extension Ruling {
  /// The reason for a ruling. Code compares reasons. ``words`` is a sentence for readers.
  package indirect enum Reason: Equatable, Sendable {
    /// An observation of the rule's judge, in a sentence for readers only.
    case seen(String)
    /// A call never returned.
    case neverReturned(Call)
    /// How a life ended.
    case ending(Ending)
    /// A trap that Foundation caused, and what is known about it.
    case foundation(Ending.EndKind, known: String?)
    /// An event that would decide is missing.
    case lacking(MissingEvidence)
    /// The fault in a life.
    case life(Event.Mark)
    /// The fault in some orders of the steps of a life, or in the only one that was run.
    case orders(manner: String, faulty: Int, of: Int, shortest: Order, Reason)
  }

  /// A call that a judge watches.
  package enum Call: Hashable, Sendable {
    case cancel, cancelBeforeWork, cancelWhileWorking, cancelOnMainThread
  }

  /// How a life trapped, exited or hung.
  package struct Ending: Hashable, Sendable {
    /// The name of the life.
    package let trial: String
    /// How it ended. All lives that one mistake ends have the same manner.
    package let manner: EndKind
    /// Whether it ended while it made an operation. It was not the first: see ``MakingFailure``.
    var isMaking = false

    /// The ways in which a life traps, exits or hangs.
    package enum EndKind: Hashable, Sendable {
      /// A signal ended the process. The message is Foundation's or Swift's.
      case trapped(signal: String?, message: String?)
      /// The process exited.
      case exited(status: Int32)
      /// The deadline passed, and threads were still running.
      case busy
      /// Reading the operation's state never returned.
      case noAnswer
      /// A call of the operation never returned.
      case blocked
    }
  }
}

extension Ruling.Reason {
  /// Whether a call never returned.
  var neverReturns: Bool {
    switch self {
    case .neverReturned: true
    case .ending(let ending): ending.manner == .blocked
    case .life(let mark): CancelRace.neverReturns(mark)
    case .orders(_, _, _, _, let reason): reason.neverReturns
    case .seen, .lacking, .foundation: false
    }
  }
}

extension Ruling.Reason: ExpressibleByStringInterpolation {
  /// What a judge saw.
  package init(stringLiteral words: String) { self = .seen(words) }
}

extension Ruling.Reason {
  /// How a life trapped, exited or hung, if no order of steps is needed for that.
  var ending: Ruling.Ending? { if case .ending(let ending) = self { ending } else { nil } }

  /// How a process trapped or exited, if it did.
  var death: Ruling.Ending.EndKind? { manner.flatMap { $0.isDeath ? $0 : nil } }

  /// How a life trapped, exited or hung.
  private var manner: Ruling.Ending.EndKind? {
    switch self {
    case .ending(let ending): ending.manner
    case .orders(_, _, _, _, let reason): reason.manner
    case .seen, .neverReturned, .lacking, .life, .foundation: nil
    }
  }
}

extension Ruling.Ending.EndKind {
  /// The message of a trap, if there is one.
  var message: String? { if case .trapped(_, let message) = self { message } else { nil } }

  /// Whether the process trapped or exited.
  package var isDeath: Bool {
    switch self {
    case .trapped, .exited: true
    case .busy, .noAnswer, .blocked: false
    }
  }

  /// Whether a message names a misuse that Foundation's queue or `start()` rejects with a trap.
  /// Then the fault is the operation's.
  var isRefusal: Bool {
    guard case .trapped(_, let message?) = self else { return false }
    switch Misuse(message) {
    case .enqueuedFinished, .startedTooSoon, .startedTwice, .usedUnowned: return true
    case nil: return false
    }
  }

  /// The misuse that a trap's message names. The message is all that Foundation and Swift tell.
  enum Misuse: CaseIterable {
    case enqueuedFinished, startedTooSoon, startedTwice, usedUnowned

    init?(_ message: String) {
      guard
        let misuse = Self.allCases.first(where: { $0.words.contains(where: message.contains) })
      else { return nil }
      self = misuse
    }

    private var words: [String] {
      switch self {
      case .enqueuedFinished: ["cannot be enqueued"]
      case .startedTooSoon: ["is not yet ready to execute"]
      case .startedTwice: ["start the receiver", "receiver is already executing"]
      case .usedUnowned: ["unowned reference"]
      }
    }
  }
}

// The only place where reasons become words.
extension Ruling.Reason {
  private static let unknownCrash = """
    and no call of yours was under way on that thread; `lab read differences` has the crashes that are \
    known
    """

  /// A sentence with the actions and the observations, without a full stop.
  package var words: String {
    switch self {
    case .seen(let words): words
    case .neverReturned(let call): call.words
    case .ending(let ending):
      (ending.isMaking ? "while another one was made: " : "") + ending.manner.words
    case .foundation(let manner, let known):
      "Foundation ended the process, "
        + (known ?? Self.unknownCrash) + " (\(manner.words))"
    case .lacking(let evidence): evidence.words
    case .life(let mark): mark.words
    case .orders(let manner, _, 1, _, let reason): "\(manner), in this order: \(reason.words)"
    case .orders(let manner, let faulty, let count, let shortest, let reason):
      "\(manner), in \(faulty) of \(count) orders: \(reason.words); "
        + "the shortest of these orders is \(shortest)"
    }
  }
}

extension Ruling.Call {
  fileprivate var words: String {
    switch self {
    case .cancel: "cancel() never came back"
    case .cancelBeforeWork: "cancel() did not come back before the work had begun"
    case .cancelWhileWorking: "cancel() did not come back while the work went on"
    case .cancelOnMainThread: "on the main thread cancel() did not come back"
    }
  }
}

extension Ruling.Ending.EndKind {
  fileprivate var words: String {
    switch self {
    case .trapped(let signal, let message):
      (message.map { "\($0): " } ?? "") + "it ended the process with \(signal ?? "a signal")"
    case .exited(let status): "it ended the process with status \(status)"
    case .busy: "it was still busy when the time was up"
    case .noAnswer:
      "asking it for its state never returned: a thread waits while holding the lock that its "
        + "getters take"
    case .blocked: "the thread that called it never came back"
    }
  }
}

extension MissingEvidence {
  /// For a reader who knows the life, not its events.
  fileprivate var words: String {
    switch self {
    case .run(let life): "the life '\(life)' was not led"
    case .premise: description
    case .event(.finished, _, _): "it never finished"
    case .event(.settled, _, _): "it did not become idle in time"
    case .event(.began, Probe.subject, _): "it never began its work"
    case .event(.ended, Probe.subject, _): "its work never ended"
    case .event(.cancelled, _, _): "cancel() was never called: the process was not idle before"
    case .event: "it did not come to what this rule looks at"
    }
  }
}
