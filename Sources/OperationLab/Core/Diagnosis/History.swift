/// What the trace tells about one subject: the first of some events, the last of others.
struct History {
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
    // Somebody looked at it, which is not something it did.
    case .observed, .settled: return
    default: break
    }
    last = event
  }

  static func all(in trace: Trace) -> [String: History] {
    var histories: [String: History] = [:]
    for event in trace.events {
      histories[event.subject, default: History()].add(event)
    }
    for call in trace.lastEvents(by: \.thread).values where call.kind == .waiting {
      histories[call.subject]?.blockingCall = call
    }
    return histories
  }
}

extension Trace {
  /// The last event of each, without the readings that end every run.
  func lastEvents(by key: KeyPath<Event, String>) -> [String: Event] {
    var result: [String: Event] = [:]
    for event in events where event.kind != .settled {
      result[event[keyPath: key]] = event
    }
    return result
  }
}
