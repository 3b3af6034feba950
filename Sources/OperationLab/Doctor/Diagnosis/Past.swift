/// What a trace tells that a snapshot does not. Of the queues that a doctor reads there is none.
struct Past {
  private var histories: [String: History] = [:]
  /// The last event of each thread, without the readings that end every run.
  private(set) var lastOfThread: [String: Event] = [:]

  init(_ trace: Trace) {
    for event in trace.events {
      history(of: event.subject).add(event)
      if event.kind != .settled { lastOfThread[event.thread] = event }
    }
    for call in trace.events where call.kind == .waiting && call == lastOfThread[call.thread] {
      histories[call.subject]?.blockingCall = call
    }
  }

  private mutating func history(of subject: String) -> History {
    if let history = histories[subject] { return history }
    let history = History()
    histories[subject] = history
    return history
  }

  subscript(subject: String) -> History? { histories[subject] }

  /// What is known of a run whose process ended before it took a snapshot: the last event of the
  /// program, and of each operation that had not finished.
  func findings() -> [Diagnosis.Finding] {
    func finding(_ subject: String, _ last: Event) -> Diagnosis.Finding {
      var finding = Diagnosis.Finding(subject, .lastSeen)
      finding.lastSeen = last
      finding.isFinal = false
      return finding
    }
    let operations = histories.compactMap { name, history -> Diagnosis.Finding? in
      guard history.isOfOperation, !history.hasEnded, let last = history.last else { return nil }
      var finding = finding(name, last)
      finding.since = history.start
      finding.presence = history.hasStarted ? history.presence : nil
      finding.queue = history.enqueued?.enqueueing?.queue
      return finding
    }
    return operations
      + (lastOfThread["main"].map { [finding(Diagnosis.Finding.program, $0)] } ?? [])
  }
}

/// What the trace tells about one subject: the first of some events, the last of others.
///
/// A class, because it is read in many places: code that copies so many events would take 40 kB of an app.
final class History {
  var enqueued: Event?
  /// The last time that it announced `isReady` since then.
  var announcedReady: Event?
  var started: Event?
  var began: Event?
  var beganLast: Event?
  var ended: Event?
  var returned: Event?
  var cancelled: Event?
  var finished: Event?
  /// Whether it has left its queue, or was released.
  var wasLeft = false
  /// The blocking call that its thread has not gone on from.
  var blockingCall: Event?
  var suspended: Event?
  var barrier: Event?
  var last: Event?

  /// Gates and queues have a history, too.
  fileprivate var isOfOperation: Bool { enqueued != nil || hasStarted || finished != nil }

  /// An operation that reported its end, or whose body and `start()` have both ended: those of
  /// Foundation's own operations that need not report.
  fileprivate var hasEnded: Bool {
    finished != nil || wasLeft || (ended != nil && returned != nil)
  }

  var hasStarted: Bool { started != nil || began != nil || returned != nil }

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

  func add(_ event: Event) {
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
}
