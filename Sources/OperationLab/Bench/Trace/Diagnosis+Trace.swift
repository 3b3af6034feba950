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
      self.init(snapshot, past: past.past)
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
  /// The finding. When it is read from JSON, it has no moments.
  package let finding: Diagnosis.Finding
  private let since: Event?
  private let started: Event?
  private let lastSeen: Event?

  private enum CodingKeys: CodingKey { case since, started, lastSeen }

  /// All findings of a run.
  package static func all(_ trace: Trace, _ snapshot: Snapshot?) -> [FindingJSON] {
    let events = Dictionary(trace.events.map { ($0.seq, $0) }, uniquingKeysWith: { first, _ in first })
    func event(_ moment: Diagnosis.Moment?) -> Event? { moment.flatMap { events[$0.seq] } }
    return Diagnosis(trace: trace, snapshot: snapshot).findings.map {
      FindingJSON(
        finding: $0, since: event($0.since), started: event($0.started),
        lastSeen: event($0.lastSeen))
    }
  }

  private init(finding: Diagnosis.Finding, since: Event?, started: Event?, lastSeen: Event?) {
    self.finding = finding
    self.since = since
    self.started = started
    self.lastSeen = lastSeen
  }

  /// Reads the finding and its events from one object.
  package init(from decoder: any Decoder) throws {
    finding = try Diagnosis.Finding(from: decoder)
    let events = try decoder.container(keyedBy: CodingKeys.self)
    since = try events.decodeIfPresent(Event.self, forKey: .since)
    started = try events.decodeIfPresent(Event.self, forKey: .started)
    lastSeen = try events.decodeIfPresent(Event.self, forKey: .lastSeen)
  }

  /// Writes the finding and its events as one object.
  package func encode(to encoder: any Encoder) throws {
    try finding.encode(to: encoder)
    var events = encoder.container(keyedBy: CodingKeys.self)
    try events.encodeIfPresent(since, forKey: .since)
    try events.encodeIfPresent(started, forKey: .started)
    try events.encodeIfPresent(lastSeen, forKey: .lastSeen)
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
      subjects[call.subject]?.blockingCall = call
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
      guard subject.isOperation, !subject.hasEnded, let last = subject.last else { return nil }
      return Diagnosis.Finding(
        name, lastSeen: last.moment, since: subject.start?.moment,
        presence: subject.start == nil ? nil : subject.presence,
        queue: subject.enqueued?.enqueueing?.queue)
    }
    let program = lastOfThread["main"].map {
      Diagnosis.Finding(Diagnosis.Finding.program, lastSeen: $0.moment)
    }
    return operations + (program.map { [$0] } ?? [])
  }
}

/// What a trace tells about one subject: the first of some events, the last of others.
private struct TracedSubject {
  private(set) var enqueued: Event?
  private var announcedReady: Event?
  private var started: Event?
  private var began: Event?
  private var beganLast: Event?
  private var ended: Event?
  private var returned: Event?
  private var cancelled: Event?
  private var finished: Event?
  /// Whether it has left its queue, or was released.
  private var wasLeft = false
  var blockingCall: Event?
  private var suspended: Event?
  private var barrier: Event?
  private(set) var last: Event?

  /// Gates and queues are subjects, too.
  var isOperation: Bool { enqueued != nil || start != nil || finished != nil }

  /// Whether it reported its end, or both its body and `start()` have ended: Foundation's own operations
  /// need not report.
  var hasEnded: Bool { finished != nil || wasLeft || (ended != nil && returned != nil) }

  /// The event with which it took its slot.
  var start: Event? { started ?? began ?? returned }

  var presence: Diagnosis.Presence {
    if let beganLast, beganLast.seq > (ended?.seq ?? -1) {
      // After `start()` has returned the body may go on elsewhere.
      return .insideBody
    }
    if began != nil || returned != nil { return .left }
    guard let started else { return .unknown }
    let isBlocked = blockingCall.map { $0.thread == started.thread && $0.seq > started.seq }
    return started.returnIsRecorded == true || isBlocked == true ? .insideStart : .startCalled
  }

  mutating func add(_ event: Event) {
    switch event.kind {
    case .enqueued: enqueued = enqueued ?? event
    case .announced where event.key == "isReady" && enqueued != nil: announcedReady = event
    case .started: started = started ?? event
    case .began:
      began = began ?? event
      beganLast = event
    case .ended: ended = event
    case .returned: returned = returned ?? event
    case .cancelled: cancelled = cancelled ?? event
    case .finished: finished = finished ?? event
    case .completed, .released: wasLeft = true
    case .suspended: suspended = event
    case .resumed: suspended = nil
    case .noted where event.fact == .barrier: barrier = event
    // A reading is not something that the subject did.
    case .observed, .settled: return
    default: break
    }
    last = event
  }

  var history: Diagnosis.History {
    let events: [Diagnosis.Moment.Role: Event?] = [
      .added: enqueued, .announcedReady: announcedReady, .started: started, .began: began,
      .returned: returned, .cancelled: cancelled, .finished: finished, .suspended: suspended,
      .barrier: barrier, .blockingCall: blockingCall, .last: last,
    ]
    return Diagnosis.History(
      events.compactMapValues { $0?.moment }, presence, awaited: blockingCall?.awaited)
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
