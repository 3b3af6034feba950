import OperationDoctor
import OperationLab
import OperationBench

/// A trace as every picture and every text shows it.
///
/// Each thread has a lane, and each stretch of an operation is a span on a lane. A timeline is a
/// pure function of the trace and its snapshot. ``text(width:isASCII:)``, ``prose(limit:)``,
/// ``svg(title:)`` and ``TimelineAlbum`` only draw what it holds, so they agree.
/// It accepts any trace, even one that no real run could leave. Building one takes time
/// proportional to the number of events.
package struct Timeline: Sendable {
  /// What happened, in order. A *place* is an index into this array.
  package let events: [Event]
  /// The threads, in the order in which they first appear.
  package let lanes: [Lane]
  /// The operations, in the order in which they first appear.
  package let operations: [Operation]
  /// The queues, in the order in which they first appear, and which operations held their slots.
  package let queues: [Queue]
  /// Which event let which other one happen, by rising ``Arrow/toPlace``.
  package let arrows: [Arrow]
  /// What is still waited for at the end. Empty without a snapshot.
  package let waits: [Wait]
  /// The same as chains, from those that wait to what they wait for in the end.
  package let chains: [WaitPath]

  /// Reads the trace once, from its first event to its last.
  ///
  /// - Parameters:
  ///   - trace: what happened.
  ///   - snapshot: the state of everything at the end, if it is known.
  package init(_ trace: Trace, snapshot: Snapshot? = nil) {
    let reader = Reader(trace.events, snapshot)
    let links = Links(reader)
    events = trace.events
    lanes = reader.lanes
    operations = reader.operations.filter(\.isOperation)
    queues = links.queues
    arrows = links.arrows
    let diagnosis = snapshot.map { Diagnosis(trace: trace, snapshot: $0) }
    waits = Wait.all(diagnosis?.findings ?? [])
    chains = waits.isEmpty ? [] : diagnosis?.paths ?? []
  }

  /// Reads a run as it ended.
  package init(_ run: Run) {
    self.init(run.trace, snapshot: run.snapshot)
  }
}

extension Timeline {
  /// The queue in whose slot an operation is after an event.
  package func queue(withSlotOf subject: String, at place: Int) -> Queue? {
    queues.first { queue in
      queue.holdings.contains {
        $0.subject == subject && $0.fromPlace <= place && place < $0.toPlace ?? .max
      }
    }
  }

  /// Which slots are lost at the end: those of operations that never finish. `nil` if the run does not
  /// end with operations that wait, or no slot is lost.
  package var loss: Phrase? {
    guard !waits.isEmpty else { return nil }
    let losses = queues.compactMap { queue -> Phrase? in
      let lost = queue.holdings.filter { $0.toPlace == nil }.map {
        TerminalText.visible($0.subject)
      }
      guard !lost.isEmpty else { return nil }
      let some = lost.prefix(3).joined(separator: ", ")
      let names: Phrase = lost.count > 3 ? "\(some) and \(lost.count - 3) more" : "\(some)"
      let name = TerminalText.visible(queue.name)
      return lost.count == 1
        ? "A slot of \(name) is lost: \(names) never finished."
        : "\(lost.count) slots of \(name) are lost: \(names) never finished."
    }
    return losses.first.map { losses.dropFirst().reduce($0) { "\($0) \($1)" } }
  }

  /// One thread and what it did.
  package struct Lane: Sendable {
    /// The thread's name as in the trace.
    package let thread: String
    /// By rising ``Span/fromPlace``. Spans may overlap: a body lies inside the call of `start()`.
    package internal(set) var spans: [Span] = []
    /// The places of the events that neither begin nor end a span of this lane, in order.
    package internal(set) var marks: [Int] = []
  }

  /// A stretch of an operation, on the lane of one thread.
  package struct Span: Sendable {
    /// The operation's name as in the trace.
    package let subject: String
    /// The thread on which it began.
    package let thread: String
    /// What it is a stretch of.
    package let kind: Kind
    /// ``Event/seq`` of the event that begins it.
    package let from: Int
    /// ``Event/seq`` of the event that ends it. Of the trace's last event while ``isOpen``.
    package internal(set) var to: Int
    /// Nanoseconds since the run began.
    package let fromNs: UInt64
    /// Nanoseconds since the run began.
    package internal(set) var toNs: UInt64
    /// The place of the event that begins it.
    package let fromPlace: Int
    /// The place of the event that ends it, or of the last event.
    package internal(set) var toPlace: Int
    /// `true` when nothing in the trace ends it.
    package internal(set) var isOpen = true
    /// The call of `start()` that it lies in or follows, as an index into ``Lane/spans``.
    var call: Int?
    /// The row of its lane in which it is drawn. Spans that overlap have different rows, except in
    /// the last one.
    var row = 0

    /// Which stretch of an operation a span is.
    package enum Kind: String, Sendable {
      /// The call of `start()`: from `started` to `returned` on one thread.
      case start
      /// The work: from `began` to `ended`.
      case body
      /// From the start until it has finished, where no event would show that `start()` returns.
      case running
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

    var facts: Facts {
      [
        "subject": .text(subject), "thread": .text(thread), "kind": .text(kind.rawValue),
        "from": .number(from), "to": .number(to), "open": .flag(isOpen),
      ]
    }
  }
}

extension Timeline {
  /// A cause and its effect: of everything that was waited for, the first event came last.
  ///
  /// Drawn only where the events leave no doubt. There is no arrow when two slots are free at once,
  /// when no event shows a dependency finish, or when a cancellation came in between.
  package struct Arrow: Sendable {
    /// What was waited for.
    package let kind: Kind
    /// The subject of the first event: an operation that ended, a queue that was resumed, a gate
    /// that was opened.
    package let releaser: String
    /// The subject of the second event: an operation that started, or code whose blocking call
    /// returned.
    package let released: String
    /// The queue that it is about, or an empty string.
    package let through: String
    /// ``Event/seq`` of the first event.
    package let from: Int
    /// ``Event/seq`` of the second event.
    package let to: Int
    /// The place of the first event.
    package let fromPlace: Int
    /// The place of the second event.
    package let toPlace: Int

    /// What was waited for. Raw values are part of exported files: add, never rename.
    package enum Kind: String, CaseIterable, Sendable {
      /// A slot of the queue: an operation ended, and another started in its place.
      case slot
      /// A dependency that should finish.
      case dependency
      /// A suspended queue that should be resumed.
      case resume
      /// An operation, or all operations of a queue, in a call that blocks until they finish.
      case wait
      /// A gate that should be opened.
      case gate
    }

    init(
      _ kind: Kind, _ releaser: String, _ released: String, through: String = "", from: Int,
      to: Int, in events: [Event]
    ) {
      self.kind = kind
      self.releaser = releaser
      self.released = released
      self.through = through
      self.from = events[from].seq
      self.to = events[to].seq
      fromPlace = from
      toPlace = to
    }

    var facts: Facts {
      [
        "arrow": .text(kind.rawValue), "releaser": .text(releaser), "released": .text(released),
        "through": .text(through), "from": .number(from), "to": .number(to),
      ]
    }
  }

  /// Operations that wait for the same thing when the trace ends, by the last snapshot.
  package struct Wait: Hashable, Sendable {
    /// What they wait for.
    package let kind: Kind
    /// The operations that wait, in natural order.
    package internal(set) var waiters: [String]
    /// The operations that would have to finish or return: holders of the slots, dependencies. At
    /// most ``Diagnosis/Finding/nameLimit``.
    package let holders: [String]
    /// How many holders there are, named or not.
    package let holderCount: Int
    /// The queue that it is about, or an empty string.
    package let through: String

    /// What is waited for. Raw values are part of exported files: add, never rename.
    package enum Kind: String, Sendable {
      /// A slot of a queue.
      case slot
      /// Operations that it depends on.
      case dependency
      /// The main thread.
      case mainThread
      /// In a blocking call: other operations, or a queue that should become empty.
      case call
      /// A suspended queue that should be resumed.
      case resume
    }

    private init?(_ finding: Diagnosis.Finding) {
      guard let kind = Kind(finding),
        kind == .resume || finding.waitsForCount > 0 || finding.waitsForQueue != nil
      else { return nil }
      self.kind = kind
      waiters = [finding.subject]
      if finding.cause == .cycle {
        // The whole cycle, beginning with itself.
        holders = Array((finding.waitsFor + finding.waitsFor).dropFirst().prefix(1))
        holderCount = 1
      } else {
        holders = finding.waitsFor
        holderCount = finding.waitsForCount
      }
      switch kind {
      case .slot, .resume: through = finding.queue ?? ""
      case .call: through = finding.waitsForQueue ?? ""
      case .dependency, .mainThread: through = ""
      }
    }

    /// All operations that wait at the end of a run, grouped by what they wait for.
    fileprivate static func all(_ findings: [Diagnosis.Finding]) -> [Wait] {
      var waits: [Wait] = []
      var places: [Wait: Int] = [:]
      for finding in findings {
        guard let wait = Wait(finding) else { continue }
        var reason = wait
        reason.waiters = []
        if let place = places[reason] {
          waits[place].waiters.append(finding.subject)
        } else {
          places[reason] = waits.count
          waits.append(wait)
        }
      }
      return waits
    }

    var facts: Facts {
      [
        "wait": .text(kind.rawValue), "waiters": .names(waiters), "holders": .names(holders),
        "through": .text(through),
      ]
    }
  }
}

extension Timeline.Wait.Kind {
  fileprivate init?(_ finding: Diagnosis.Finding) {
    switch finding.cause {
    case .noFreeSlot, .outranked: self = .slot
    case .cancelledNotFinished where finding.presence == nil: self = .slot
    case .dependency, .cycle: self = .dependency
    case .mainThreadBlocked: self = .mainThread
    case .blocked, .blocksItself: self = .call
    case .suspended: self = .resume
    default: return nil
    }
  }
}

extension WaitPath {
  var facts: Timeline.Facts {
    [
      "chain": .names(stations.map(\.words.english)), "circle": .flag(isCircle),
      "ending": .text(ending.english),
    ]
  }
}

extension Timeline {
  /// Facts about a span, an arrow or a wait, for files: attributes in SVG, an object in JSON.
  struct Facts: Encodable, ExpressibleByDictionaryLiteral {
    private(set) var all: [(name: String, value: Value)]

    enum Value {
      case text(String)
      case number(Int)
      case flag(Bool)
      case names([String])
    }

    init(dictionaryLiteral facts: (String, Value)...) {
      all = facts.map { (name: $0, value: $1) }
    }

    /// Adds a fact, or replaces the one of that name.
    subscript(name: String) -> Value? {
      get { all.first { $0.name == name }?.value }
      set {
        all.removeAll { $0.name == name }
        if let newValue { all.append((name, newValue)) }
      }
    }

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in all {
        let key = Name(stringValue: name)
        switch value {
        case .text(let text): try container.encode(text, forKey: key)
        case .number(let number): try container.encode(number, forKey: key)
        case .flag(let flag): try container.encode(flag, forKey: key)
        case .names(let names): try container.encode(names, forKey: key)
        }
      }
    }
  }
}
