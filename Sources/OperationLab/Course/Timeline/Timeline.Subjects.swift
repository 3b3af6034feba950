import OperationBench
import OperationLab

extension Timeline {
  /// The turning points of one operation, each as the place of an event.
  ///
  /// Pages encode the keys below and answer from them where an operation stands at any event.
  package struct Operation: Encodable, Sendable {
    /// Its name as in the trace.
    package let subject: String
    /// The queue that it was put into first.
    private(set) var queue: String?
    /// When it was first put into a queue.
    private(set) var enqueued: Int?
    /// When `cancel()` was first called.
    package private(set) var cancelled: Int?
    /// The call of `start()`, or the first other sign that it ran.
    private(set) var started: Int?
    /// The first event that shows it finished: its report, its completion block, or its state.
    private(set) var finished: Int?
    /// `true` when one of its spans is open.
    var isOpen = false
    /// Gates and queues are subjects too. `true` after an event that only operations have.
    private(set) var isOperation = false
    private(set) var dependencies: [String] = []
    /// It was put into a queue again: the trace cannot tell which of the two started it.
    private(set) var isEnqueuedAgain = false
    private var reported: Int?
    private var announced: Int?
    private var announcesAnything = false
    private var bodyEnded: Int?
    private var returnedFinished: Int?
    private var lastShownUnfinished: Int?
    /// Whether it may have been started, although no event would say so.
    private var mayRunUnseen = false
    private var reportsStart = true

    private enum CodingKeys: CodingKey {
      case subject, queue, enqueued, started, finished
    }

    /// How it stands when the trace ends.
    package enum Outcome: Sendable {
      /// No event shows that it ever ran, and one would.
      case neverStarted
      /// It was started, and no event shows that it finished.
      case neverFinished
      /// It finished, or its body ended inside the call of `start()` and no state contradicts.
      case over
    }

    /// What the whole trace says about it.
    package var outcome: Outcome {
      if finished != nil { return .over }
      if started == nil { return mayRunUnseen ? .neverFinished : .neverStarted }
      return isOpen ? .neverFinished : .over
    }

    /// When an operation releases its slot and its dependents.
    struct Release {
      let place: Int
      /// `false` when the event only shows that it happened earlier.
      let isExact: Bool
      /// The first event by which the release has certainly happened: after the end of a body, the
      /// operation still has to become finished.
      let seen: Int

      init(place: Int, isExact: Bool, seen: Int? = nil) {
        self.place = place
        self.isExact = isExact
        self.seen = max(place, seen ?? place)
      }
    }

    /// The KVO notification of `isFinished`, or else the report. Without either, the end of the
    /// body, or the return of a `start()` that did nothing.
    var release: Release? {
      if let announced { return Release(place: announced, isExact: true) }
      // An operation that posts notifications, but not this one, has not notified its queue.
      if let reported { return Release(place: reported, isExact: !announcesAnything) }
      if let bodyEnded, (lastShownUnfinished ?? -1) <= bodyEnded {
        return Release(place: bodyEnded, isExact: true, seen: finished)
      }
      if let returnedFinished { return Release(place: returnedFinished, isExact: true) }
      return finished.map { Release(place: $0, isExact: false) }
    }

    init(_ subject: String) {
      self.subject = subject
    }

    mutating func read(_ event: Event, at place: Int) {
      switch event.kind {
      case .enqueued: enqueue(event, at: place)
      case .started, .began: started = started ?? place
      case .ended:
        started = started ?? place
        if finished == nil { bodyEnded = place }
      case .returned:
        started = started ?? place
        if event.showsFinished, finished == nil { returnedFinished = place }
      case .cancelled: cancelled = cancelled ?? place
      case .finished: reported = reported ?? place
      case .announced:
        announcesAnything = true
        if event.key == "isFinished" { announced = announced ?? place }
      default: break
      }
      if event.showsFinished {
        finished = finished ?? place
      } else if !event.state.isEmpty {
        lastShownUnfinished = place
      }
      mayRunUnseen = mayRunUnseen || (!reportsStart && event.state.contains(.ready))
      isOperation = isOperation || event.befallsOnlyOperations
    }

    private mutating func enqueue(_ event: Event, at place: Int) {
      isEnqueuedAgain = enqueued != nil
      guard enqueued == nil else { return }
      enqueued = place
      queue = event.enqueueing?.queue ?? event.note
      reportsStart = event.enqueueing?.reportsStart != false
      add(dependencies: event.enqueueing?.dependencies ?? [])
    }

    /// Dependencies may also be added after it was put into its queue.
    mutating func add(dependencies more: [String]) {
      dependencies += more.filter { !dependencies.contains($0) }
    }
  }

  /// A queue, and which operation held a slot of it from when to when.
  package struct Queue: Encodable, Sendable {
    /// Its name as in the trace.
    package let name: String
    /// `maxConcurrentOperationCount` if it is known and never changed. -1 means that the system
    /// decides.
    package var width: Int? { widths.count == 1 ? widths.first : nil }
    /// By rising ``Holding/fromPlace``.
    package internal(set) var holdings: [Holding] = []
    private(set) var members: [String] = []
    private var widths: Set<Int> = []
    /// When it was suspended and, if it was, resumed.
    private(set) var suspensions: [(from: Int, to: Int?)] = []
    private(set) var barrier: Int?
    private(set) var cancellations: [Int] = []

    /// An operation in a slot: from its start until it is known to have finished.
    package struct Holding: Encodable, Sendable {
      /// The operation's name as in the trace.
      package let subject: String
      /// The place of its start.
      package let fromPlace: Int
      /// The place of its end. `nil` when nothing in the trace ends it.
      package let toPlace: Int?

      private enum CodingKeys: String, CodingKey {
        case subject
        case fromPlace = "from"
        case toPlace = "to"
      }
    }

    init(_ name: String) {
      self.name = name
    }

    private enum CodingKeys: CodingKey { case name, width, holdings }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(width, forKey: .width)
      try container.encode(holdings, forKey: .holdings)
    }

    /// An operation is put into it. `isFirst` unless it had been in a queue before.
    mutating func add(_ subject: String, _ enqueueing: Event.Enqueueing, isFirst: Bool) {
      if isFirst { members.append(subject) }
      widths.insert(enqueueing.width)
      if enqueueing.isSuspended, suspensions.isEmpty { suspensions = [(-1, nil)] }
    }

    mutating func learn(width: Int) { widths.insert(width) }

    /// An event whose subject is the queue itself.
    mutating func read(_ event: Event, at place: Int) {
      switch (event.kind, event.fact) {
      case (.suspended, _):
        if suspensions.last?.to != nil || suspensions.isEmpty { suspensions.append((place, nil)) }
      case (.resumed, _):
        if let last = suspensions.last, last.to == nil {
          suspensions[suspensions.count - 1].to = place
        }
      case (.cancelled, _): cancellations.append(place)
      case (.noted, .barrier): barrier = barrier ?? place
      case (.noted, .width(let width)): learn(width: width)
      default: break
      }
    }
  }
}

extension Event {
  /// The subject has finished by now.
  var showsFinished: Bool {
    kind == .finished || kind == .completed || state.contains(.finished)
  }

  fileprivate var befallsOnlyOperations: Bool {
    switch kind {
    case .enqueued, .started, .returned, .began, .ended, .finished, .completed: true
    // A whole queue can be cancelled and settle. Only operations have a state.
    default: !state.isEmpty
    }
  }
}
