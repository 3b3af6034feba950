import OperationLab

extension Timeline {
  /// The places in a trace that decide when an operation may start and when it lets others start.
  struct Life {
    /// The first time that it was put into a queue.
    private(set) var enqueued: Int?
    private(set) var queue: String?
    private(set) var dependencies: [String] = []
    /// It was put into a queue again: nobody can tell which of them started it.
    private(set) var isEnqueuedAgain = false
    /// The call of `start()`, or else the beginning of its body.
    private(set) var started: Int?
    private(set) var cancelled: Int?
    private var reported: Int?
    private var announced: Int?
    private var announcesAnything = false
    private var bodyEnded: Int?
    private var returnedFinished: Int?
    private var shownFinished: Int?
    private var shownUnfinished: Int?

    /// When an operation lets go of its slot and of its dependents.
    struct Release {
      let place: Int
      /// Whether it happened at that event, and was not only seen there.
      let isExact: Bool
      /// The first event by which it surely has let go: after the end of a body, the operation
      /// itself still has to say that it is finished.
      let seen: Int

      init(place: Int, isExact: Bool, seen: Int? = nil) {
        self.place = place
        self.isExact = isExact
        self.seen = max(place, seen ?? place)
      }
    }

    mutating func read(_ event: Event, at place: Int) {
      switch event.kind {
      case .enqueued: enqueue(event, at: place)
      case .started, .began: started = started ?? place
      case .ended: if shownFinished == nil { bodyEnded = place }
      case .returned where event.showsFinished && shownFinished == nil: returnedFinished = place
      case .cancelled: cancelled = cancelled ?? place
      case .finished: reported = reported ?? place
      case .announced:
        announcesAnything = true
        if event.key == "isFinished" { announced = announced ?? place }
      default: break
      }
      if event.showsFinished {
        shownFinished = shownFinished ?? place
      } else if !event.state.isEmpty {
        shownUnfinished = place
      }
    }

    private mutating func enqueue(_ event: Event, at place: Int) {
      isEnqueuedAgain = enqueued != nil
      guard enqueued == nil else { return }
      enqueued = place
      queue = event.enqueueing?.queue
      dependencies = event.enqueueing?.dependencies ?? []
    }

    /// Dependencies that were added after it was put into its queue.
    mutating func add(dependencies more: [String]) {
      dependencies += more.filter { !dependencies.contains($0) }
    }

    /// The announcement of its end, or else the report of it; without either, the end of its body,
    /// or the return of a `start()` that did nothing.
    var release: Release? {
      if let announced { return Release(place: announced, isExact: true) }
      // Who announces its changes, and not this one, has told no queue of it.
      if let reported { return Release(place: reported, isExact: !announcesAnything) }
      if let bodyEnded, (shownUnfinished ?? -1) <= bodyEnded {
        return Release(place: bodyEnded, isExact: true, seen: shownFinished)
      }
      if let returnedFinished { return Release(place: returnedFinished, isExact: true) }
      return shownFinished.map { Release(place: $0, isExact: false) }
    }
  }
}
