import OperationLab

extension Timeline {
  /// What a trace and its snapshot tell of operations and of queues, by name.
  struct Records {
    let events: [Event]
    private(set) var lives: [String: Life] = [:]
    private(set) var queues: [String: QueueRecord] = [:]
    /// The queues by their first event.
    private(set) var queueNames: [String] = []

    /// What is known of a queue.
    struct QueueRecord {
      fileprivate(set) var members: [String] = []
      fileprivate var widths: Set<Int> = []
      /// When it was suspended and, if it was, resumed.
      fileprivate(set) var suspensions: [(from: Int, to: Int?)] = []
      fileprivate(set) var barrier: Int?
      fileprivate(set) var cancellations: [Int] = []

      /// `nil` when it is unknown or was changed.
      var width: Int? { widths.count == 1 ? widths.first : nil }
    }

    init(_ events: [Event], _ snapshot: Snapshot?) {
      self.events = events
      for (place, event) in events.enumerated() { read(event, at: place) }
      for queue in snapshot?.queues ?? [] {
        change(queue.name) { $0.widths.insert(queue.width) }
      }
      for operation in snapshot?.operations ?? [] {
        lives[operation.name]?.add(dependencies: operation.dependencies)
      }
    }

    private mutating func read(_ event: Event, at place: Int) {
      if event.kind == .enqueued, lives[event.subject]?.enqueued == nil {
        if let queue = event.enqueueing?.queue {
          change(queue) { $0.members.append(event.subject) }
        }
      }
      if let known = event.enqueueing {
        change(known.queue) {
          $0.widths.insert(known.width)
          if known.isSuspended, $0.suspensions.isEmpty { $0.suspensions = [(-1, nil)] }
        }
      }
      lives[event.subject, default: Life()].read(event, at: place)
      if queues[event.subject] != nil || event.befallsOnlyQueues {
        change(event.subject) { $0.read(event, at: place) }
      }
    }

    private mutating func change(_ queue: String, _ change: (inout QueueRecord) -> Void) {
      if queues[queue] == nil { queueNames.append(queue) }
      change(&queues[queue, default: QueueRecord()])
    }
  }
}

extension Timeline.Records.QueueRecord {
  fileprivate mutating func read(_ event: Event, at place: Int) {
    switch event.kind {
    case .suspended:
      if suspensions.last?.to != nil || suspensions.isEmpty { suspensions.append((place, nil)) }
    case .resumed:
      if let last = suspensions.last, last.to == nil {
        suspensions[suspensions.count - 1].to = place
      }
    case .cancelled: cancellations.append(place)
    case .noted where event.fact == .barrier: barrier = barrier ?? place
    case .noted:
      if case .width(let width) = event.fact {
        widths.insert(width)
      }
    default: break
    }
  }
}

extension Event {
  fileprivate var befallsOnlyQueues: Bool {
    kind == .suspended || kind == .resumed || fact == .barrier
  }
}
