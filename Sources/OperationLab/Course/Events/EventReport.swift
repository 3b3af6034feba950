import OperationDoctor
import OperationBench
import OperationLab

/// What the queues of a process did, worked out from its events in one pass.
///
/// No event says on which thread it happened. So each slot of a queue is a lane of the trace, and an operation
/// takes one from its start until it has finished. All other events are on a lane with the queue's name.
package struct EventReport: Sendable {
  package private(set) var trace = Trace()
  /// How everything stood at the last event.
  package private(set) var snapshot = Snapshot()
  /// How full each queue was, in the order in which they first appear.
  package private(set) var queues: [QueueUse] = []
  /// How long each operation waited that was added, longest first.
  package private(set) var waits: [OperationWait] = []
  /// How many events before the last one are not here: the file began anew, or they were not written.
  package let missing: Int

  private var operations: [String: Life] = [:]
  /// In the order in which they first appear.
  private var names: [String] = []
  private var places: [String: Int] = [:]

  /// What is known of an operation.
  private struct Life {
    var added: UInt64?
    var addition: OperationEvent.Addition?
    var queue: Int?
    var ready: UInt64?
    /// How long its queue had been full when it became ready, and then when it was started.
    var fullAtReady: UInt64?
    var fullAtStart: UInt64?
    var started: UInt64?
    var slot: Int?
    var finished: UInt64?
    var isCancelled = false
  }

  package init(_ events: [OperationEvent]) {
    missing = max(0, (events.last?.seq ?? -1) + 1 - events.count)
    var now: UInt64 = 0
    let converted = events.map { event in
      // As in a trace, time never runs backwards, whatever the file says.
      now = max(now, event.ns)
      return read(event, at: now)
    }
    trace = Trace(converted)
    let end = now
    for queue in queues.indices { queues[queue].reach(end) }
    readEnd()
    waits = names.compactMap { wait(of: $0, until: end) }.sorted { $0.total > $1.total }
  }

  private mutating func read(_ event: OperationEvent, at ns: UInt64) -> Event {
    let name = event.operation
    if operations[name] == nil { names.append(name) }
    var life = operations[name] ?? Life()
    if let queue = event.queue, life.queue == nil {
      (life.added, life.addition, life.queue) = (ns, event.addition, place(of: queue))
      queues[place(of: queue)].add(event.addition, at: ns)
    }
    life.isCancelled = life.isCancelled || event.isCancelled
    let queue = life.queue
    var slot: Int?
    switch event.kind {
    case .ready where life.ready == nil && life.started == nil:
      life.ready = ns
      life.fullAtReady = queue.map { queues[$0].fullNs(until: ns) }
    case .started where life.started == nil:
      life.started = ns
      life.fullAtStart = queue.map { queues[$0].fullNs(until: ns) }
      slot = queue.map { queues[$0].takeSlot(at: ns) }
      life.slot = slot
    case .finished where life.finished == nil:
      life.finished = ns
      slot = life.slot
      if let queue { queues[queue].finish(slot, at: ns) }
    default: break
    }
    operations[name] = life
    return converted(event, lane: queue.map { queues[$0].lane(slot) } ?? "no queue")
  }

  private mutating func place(of queue: String) -> Int {
    if let place = places[queue] { return place }
    places[queue] = queues.count
    queues.append(QueueUse(name: queue))
    return queues.count - 1
  }

  private func converted(_ event: OperationEvent, lane: String) -> Event {
    var state: OperationState = event.isCancelled ? [.cancelled] : []
    let kind: Event.Kind
    switch event.kind {
    case .added: kind = .enqueued
    case .started: kind = .started
    case .cancelled: kind = .cancelled
    case .finished: (kind, state) = (.finished, state.union(.finished))
    case .released: kind = .released
    default: (kind, state) = (.noted, state.union(.ready))
    }
    let enqueueing = event.queue.map { queue in
      Event.Enqueueing(
        queue: QueueUse.shown(queue), width: event.addition?.width ?? -1,
        isSuspended: event.addition?.isSuspended ?? false, priority: event.addition?.priority ?? 0,
        dependencies: event.addition?.dependencies ?? [],
        reportsStart: event.addition?.reportsStart)
    }
    var converted = Event(
      seq: event.seq, ns: event.ns, thread: lane, subject: event.operation, kind: kind,
      state: state, fact: kind == .noted ? .mark("is ready") : nil, enqueueing: enqueueing)
    if kind == .started { converted.returnIsRecorded = false }
    return converted
  }
}

// The end.
extension EventReport {
  private mutating func readEnd() {
    snapshot.ending = .deadline
    var held = Array(repeating: [String](), count: queues.count)
    for name in names {
      guard let life = operations[name], life.finished == nil else { continue }
      var state: OperationState = life.isCancelled ? [.cancelled] : []
      if life.ready != nil || life.started != nil { state.insert(.ready) }
      if let queue = life.queue {
        held[queue].append(name)
        // Foundation's own operations begin unseen: if there is room, at once.
        if life.addition?.reportsStart == false, life.ready != nil, queues[queue].hasRoom {
          queues[queue].presumed += 1
          state.insert(.executing)
        }
      }
      var pending = life.addition?.dependencies.filter { operations[$0]?.finished == nil } ?? []
      let known = pending.filter { operations[$0] != nil }
      // One of which nothing is left has finished: a new file repeats the others.
      if missing > 0, !known.isEmpty { pending = known }
      snapshot.operations.append(
        .init(
          name: name, state: state, dependencies: pending,
          queue: life.queue.map { QueueUse.shown(queues[$0].name) },
          priority: life.addition?.priority ?? 0))
    }
    for name in Set(snapshot.operations.flatMap(\.dependencies)).sorted()
    where operations[name] == nil {
      snapshot.operations.append(.init(name: name, state: [], isUnreported: true))
    }
    snapshot.queues = zip(queues, held).map { queue, held in
      .init(
        name: QueueUse.shown(queue.name), width: queue.width, isSuspended: queue.isSuspended,
        operations: held)
    }
  }

  private func wait(of name: String, until end: UInt64) -> OperationWait? {
    guard let life = operations[name], let added = life.added, let queue = life.queue
    else { return nil }
    let unseen = life.addition?.reportsStart == false ? life.ready : nil
    let start = life.started ?? unseen ?? life.finished
    let began = max(added, start ?? end)
    let ready = min(max(added, life.ready ?? end), began)
    let dependencies = life.addition?.dependencies ?? []
    // It waited for the one that finished last.
    let last = dependencies.max {
      (operations[$0]?.finished ?? .max, $1) < (operations[$1]?.finished ?? .max, $0)
    }
    return OperationWait(
      operation: name, queue: QueueUse.shown(queues[queue].name), dependency: last,
      untilReadyNs: ready - added, untilStartNs: began - ready,
      fullNs: life.fullAtReady.map { (life.fullAtStart ?? queues[queue].fullNs) - $0 } ?? 0,
      isOver: start != nil, knowsSlots: queues[queue].unseenStarts == 0)
  }
}

/// How long an operation waited after it was added.
package struct OperationWait: Encodable, Sendable {
  package let operation: String
  package let queue: String
  /// The dependency that finished last, or has not finished. `nil` if it had none.
  package let dependency: String?
  /// Until it was ready, in nanoseconds.
  package let untilReadyNs: UInt64
  /// From then on until it was started.
  package let untilStartNs: UInt64
  /// For how much of that its queue was full.
  package let fullNs: UInt64
  /// Whether it no longer waits when the file ends.
  package let isOver: Bool
  /// Whether its queue had no operation whose start is not seen, and which may have had a slot.
  package let knowsSlots: Bool

  package var total: UInt64 { untilReadyNs + untilStartNs }
  /// Whether it was ready and most of the time no slot was free.
  package var isForSlot: Bool { fullNs > untilStartNs / 2 }
}

/// How full a queue was.
package struct QueueUse: Encodable, Sendable {
  package let name: String
  /// The width when an operation was added last. -1 means that the system decides.
  package private(set) var width = -1
  package private(set) var added = 0
  package private(set) var finished = 0
  /// How many of those do not report when they start. The numbers below leave them out.
  package private(set) var unseenStarts = 0
  /// The most that ran at once.
  package private(set) var most = 0
  /// How long it was full, in nanoseconds.
  package private(set) var fullNs: UInt64 = 0
  /// From its first event to the last one of the process.
  package private(set) var lengthNs: UInt64 = 0

  /// Whether it was suspended when an operation was added last, and nothing has started since.
  private(set) var isSuspended = false
  /// How many of those that begin unseen have a slot at the end, most likely.
  var presumed = 0
  private var running = 0
  private var reached: UInt64?
  private var freeSlots: [Int] = []

  private enum CodingKeys: CodingKey {
    case name, width, added, finished, unseenStarts, most, fullNs, lengthNs
  }

  init(name: String) { self.name = name }

  /// The name, or words for a queue without one.
  static func shown(_ name: String) -> String { name.isEmpty ? "unnamed queue" : name }

  var isFull: Bool { width >= 0 && running >= width }
  var hasRoom: Bool { width < 0 || running + presumed < width }

  /// The lane of a slot, or of the queue's other events.
  func lane(_ slot: Int?) -> String { Self.shown(name) + (slot.map { " \($0)" } ?? "") }

  mutating func add(_ addition: OperationEvent.Addition?, at ns: UInt64) {
    reach(ns)
    added += 1
    width = addition?.width ?? width
    isSuspended = addition?.isSuspended ?? false
    if addition?.reportsStart == false { unseenStarts += 1 }
  }

  mutating func takeSlot(at ns: UInt64) -> Int {
    reach(ns)
    running += 1
    // An end may be reported a little after the queue has passed the slot on.
    most = max(most, width > 0 ? min(running, width) : running)
    isSuspended = false
    return freeSlots.popLast() ?? running
  }

  mutating func finish(_ slot: Int?, at ns: UInt64) {
    reach(ns)
    finished += 1
    guard let slot else { return }
    running -= 1
    freeSlots.append(slot)
  }

  mutating func fullNs(until ns: UInt64) -> UInt64 {
    reach(ns)
    return fullNs
  }

  /// Counts the time up to then.
  mutating func reach(_ ns: UInt64) {
    let passed = ns - (reached ?? ns)
    reached = ns
    lengthNs += passed
    if isFull { fullNs += passed }
  }
}
