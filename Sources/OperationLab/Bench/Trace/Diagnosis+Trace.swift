import OperationDoctor

extension Diagnosis {
  /// Examines how a run ended.
  ///
  /// - Parameters:
  ///   - trace: of the run, whole.
  ///   - snapshot: `nil` when the process ended before it took one. Then only the last events are
  ///     known.
  package init(trace: Trace, snapshot: Snapshot?) {
    let past = TracedPast(trace)
    if let snapshot {
      self.init(snapshot.reading, past: past.past)
    } else {
      self.init(past.findings)
    }
  }
}

extension Run {
  /// Why whatever is not running in the end is not running.
  public var diagnosis: Diagnosis { Diagnosis(trace: trace, snapshot: snapshot) }
}

extension Trace {
  /// The event that a finding speaks of.
  package func event(_ moment: Diagnosis.Moment) -> Event? {
    events.first { $0.seq == moment.seq }
  }
}

/// A finding in JSON, with the events that it speaks of.
package struct FindingJSON: Codable, Sendable {
  private let finding: Diagnosis.Finding
  private var events: [Key: Event] = [:]

  private enum Key: CodingKey, CaseIterable { case since, started, lastSeen, clue }

  /// All findings of a run.
  package static func all(_ trace: Trace, _ snapshot: Snapshot?) -> [FindingJSON] {
    let events = Dictionary(
      trace.events.map { ($0.seq, $0) }, uniquingKeysWith: { first, _ in first })
    return Diagnosis(trace: trace, snapshot: snapshot).findings.map { finding in
      let moments: [Key: Diagnosis.Moment?] = [
        .since: finding.since, .started: finding.started, .lastSeen: finding.lastSeen,
      ]
      return FindingJSON(
        finding: finding, events: moments.compactMapValues { $0.flatMap { events[$0.seq] } })
    }
  }

  private init(finding: Diagnosis.Finding, events: [Key: Event]) {
    self.finding = finding
    self.events = events
  }

  /// Reads the finding and its events from one object.
  package init(from decoder: any Decoder) throws {
    finding = try Diagnosis.Finding(from: decoder)
    let values = try decoder.container(keyedBy: Key.self)
    for key in Key.allCases where key != .clue {
      events[key] = try values.decodeIfPresent(Event.self, forKey: key)
    }
  }

  /// Writes the finding and its events as one object.
  package func encode(to encoder: any Encoder) throws {
    try finding.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    for (key, event) in events { try values.encode(event, forKey: key) }
    if finding.clue == .inNoReportingQueue {
      try values.encode(["inNoReportingQueue": [String: String]()], forKey: .clue)
    }
  }
}

/// What a trace tells that a snapshot does not.
private struct TracedPast {
  private var subjects: [String: TracedSubject] = [:]
  /// The last event of each thread, without the readings that end every run.
  private var lastOfThread: [String: Event] = [:]

  init(_ trace: Trace) {
    for event in trace.events {
      subjects[event.subject, default: TracedSubject()].add(event)
      if event.kind != .settled { lastOfThread[event.thread] = event }
    }
    for call in trace.events where call.kind == .waiting && call == lastOfThread[call.thread] {
      subjects[call.subject]?[.blockingCall] = call
    }
  }

  var past: Diagnosis.Past {
    Diagnosis.Past(
      subjects.mapValues(\.history), lastOfThread: lastOfThread.mapValues(\.moment))
  }

  /// What is known of a run whose process ended before it took a snapshot: the last event of the
  /// program, and of each operation that had not finished.
  var findings: [Diagnosis.Finding] {
    let operations = subjects.compactMap { name, subject -> Diagnosis.Finding? in
      guard subject.isOperation, !subject.hasEnded, let last = subject[.last] else { return nil }
      return Diagnosis.Finding(
        name, lastSeen: last.moment, since: subject.start?.moment,
        presence: subject.start == nil ? nil : subject.presence,
        queue: subject[.added]?.enqueueing?.queue)
    }
    let program = lastOfThread["main"].map {
      Diagnosis.Finding(Diagnosis.Finding.program, lastSeen: $0.moment)
    }
    return operations + (program.map { [$0] } ?? [])
  }
}

/// What a trace tells about one subject.
private struct TracedSubject {
  private var events: [Diagnosis.Moment.Role: Event] = [:]
  private var beganLast: Event?
  private var endedLast: Event?
  /// Whether it has left its queue, or was released.
  private var wasLeft = false

  subscript(role: Diagnosis.Moment.Role) -> Event? {
    get { events[role] }
    set { events[role] = newValue }
  }

  /// Gates and queues are subjects, too.
  var isOperation: Bool { self[.added] != nil || start != nil || self[.finished] != nil }

  /// Whether it reported its end, or both its body and `start()` have ended: Foundation's own operations
  /// need not report.
  var hasEnded: Bool {
    self[.finished] != nil || wasLeft || (endedLast != nil && self[.returned] != nil)
  }

  /// The event with which it took its slot.
  var start: Event? { self[.started] ?? self[.began] ?? self[.returned] }

  var presence: Diagnosis.Presence {
    if let beganLast, beganLast.seq > (endedLast?.seq ?? -1) {
      // After `start()` has returned the body may go on elsewhere.
      return .insideBody
    }
    if self[.began] != nil || self[.returned] != nil { return .left }
    guard let started = self[.started] else { return .unknown }
    let isBlocked = self[.blockingCall].map {
      $0.thread == started.thread && $0.seq > started.seq
    }
    return started.returnIsRecorded == true || isBlocked == true ? .insideStart : .startCalled
  }

  mutating func add(_ event: Event) {
    switch event.kind {
    case .enqueued: addFirst(event, .added)
    case .announced where event.key == "isReady" && self[.added] != nil:
      self[.announcedReady] = event
    case .started: addFirst(event, .started)
    case .began:
      addFirst(event, .began)
      beganLast = event
    case .ended: endedLast = event
    case .returned: addFirst(event, .returned)
    case .cancelled: addFirst(event, .cancelled)
    case .finished: addFirst(event, .finished)
    case .completed, .released: wasLeft = true
    case .suspended: self[.suspended] = event
    case .resumed: self[.suspended] = nil
    case .noted where event.fact == .barrier: self[.barrier] = event
    // A reading is not something that the subject did.
    case .observed, .settled: return
    default: break
    }
    self[.last] = event
  }

  private mutating func addFirst(_ event: Event, _ role: Diagnosis.Moment.Role) {
    if self[role] == nil { self[role] = event }
  }

  var history: Diagnosis.History {
    Diagnosis.History(
      events.mapValues(\.moment), presence, awaited: self[.blockingCall]?.awaited)
  }
}

extension Event {
  fileprivate var moment: Diagnosis.Moment {
    let kind: Diagnosis.Moment.Kind =
      switch self.kind {
      case .enqueued: enqueueing.map { .added(toQueue: $0.queue) } ?? .other
      case .began: .bodyBegan
      case .waiting: .blockingCall
      default: .other
      }
    return Diagnosis.Moment(
      seq: seq, ns: ns, thread: thread, subject: subject, kind: kind, phrase: phrase)
  }

  /// What a diagnosis can follow of what its thread waits for.
  fileprivate var awaited: Diagnosis.Awaited? {
    switch wait {
    case .operation(let name): .operations([name])
    case .operations(let names): .operations(names)
    case .queue(let name): .queue(name)
    case .gate, .signal, .other, nil: nil
    }
  }
}
