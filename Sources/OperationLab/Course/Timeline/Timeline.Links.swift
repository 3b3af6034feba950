import OperationBench
import OperationLab

extension Timeline {
  /// Finds which event let which other one happen, and which operations held the slots of each
  /// queue.
  struct Links {
    /// By rising ``Arrow/toPlace``.
    private(set) var arrows: [Arrow] = []
    /// With their holdings.
    private(set) var queues: [Queue]
    private let reader: Reader

    init(_ reader: Reader) {
      self.reader = reader
      queues = reader.queues
      for number in queues.indices {
        let turns = turns(of: queues[number])
        queues[number].holdings = holdings(turns)
        followStarts(turns, in: queues[number])
      }
      followCalls()
      arrows.sort { ($0.toPlace, $0.fromPlace) < ($1.toPlace, $1.fromPlace) }
    }

    private var events: [Event] { reader.events }

    private mutating func add(
      _ kind: Arrow.Kind, _ releaser: String, _ released: String, through: String = "", from: Int,
      to: Int
    ) {
      arrows.append(
        Arrow(kind, releaser, released, through: through, from: from, to: to, in: events))
    }
  }
}

// Operations start: in a slot, after a dependency, after a pause.
extension Timeline.Links {
  /// An operation of a queue starts, or releases its slot.
  private enum Turn {
    case start(Timeline.Operation, at: Int)
    case end(Timeline.Operation, Timeline.Operation.Release)

    var order: (place: Int, starts: Int) {
      switch self {
      case .start(_, let place): (place, 0)
      case .end(_, let release): (release.place, 1)
      }
    }
  }

  /// Something that an operation needs, and since when it has it.
  private struct Need {
    let kind: Timeline.Arrow.Kind
    let releaser: String
    let place: Int
  }

  /// Starts and ends of the queue's operations, in order.
  private func turns(of queue: Timeline.Queue) -> [Turn] {
    queue.members.compactMap(reader.operation).flatMap { operation -> [Turn] in
      // Without a call or a body the trace does not show when it started.
      guard let enqueued = operation.enqueued, let started = operation.started,
        [.started, .began].contains(events[started].kind), started > enqueued
      else { return [] }
      let end = operation.release.map { Turn.end(operation, $0) }
      return [.start(operation, at: started)] + (end.map { [$0] } ?? [])
    }.sorted { $0.order < $1.order }
  }

  /// Each operation holds its slot until it has certainly released it, or until another one has
  /// started since its end.
  private func holdings(_ turns: [Turn]) -> [Timeline.Queue.Holding] {
    var nextStart: Int?
    var ends: [String: Int] = [:]
    var holdings: [Timeline.Queue.Holding] = []
    for turn in turns.reversed() {
      switch turn {
      case .start(let operation, let place):
        nextStart = place
        let end = ends[operation.subject].map { max($0, place) }
        holdings.append(.init(subject: operation.subject, fromPlace: place, toPlace: end))
      case .end(let operation, let release):
        ends[operation.subject] = min(release.seen, nextStart ?? release.seen)
      }
    }
    return holdings.reversed()
  }

  private mutating func followStarts(_ turns: [Turn], in queue: Timeline.Queue) {
    var slots = queue.width.map(Slots.init)
    for turn in turns {
      switch turn {
      case .end(let operation, let release): slots?.end(operation.subject, with: release)
      case .start(let operation, let place):
        let slot = slots?.start(operation.subject) ?? .unknown
        if let need = lastNeed(of: operation, at: place, slot, queue) {
          add(
            need.kind, need.releaser, operation.subject, through: queue.name, from: need.place,
            to: place)
        }
      }
    }
  }

  /// The last event that it needed. `nil` where the trace cannot tell, and where nothing was missing
  /// when it was put into its queue.
  private func lastNeed(
    of operation: Timeline.Operation, at start: Int, _ slot: Slots.Slot, _ queue: Timeline.Queue
  ) -> Need? {
    guard let enqueued = operation.enqueued, !operation.isEnqueuedAgain,
      !isDisturbed(operation, queue, from: enqueued, to: start),
      let dependency = lastDependency(of: operation, before: start)
    else { return nil }
    var last = dependency.place > enqueued ? dependency : nil
    var latest = max(enqueued, dependency.place)
    switch slot {
    case .open: break
    case .unknown: return nil
    case .oneOfSeveral(let since):
      if since > latest { return nil }
    case .freed(let other, let place):
      if place > latest {
        last = Need(kind: .slot, releaser: other, place: place)
        latest = place
      }
    }
    guard let pause = queue.suspensions.last(where: { $0.from < start }) else { return last }
    // Started although suspended: it had got its slot before.
    guard let end = pause.to, end < start else { return nil }
    if end < latest { return last }
    return pause.from < latest ? Need(kind: .resume, releaser: queue.name, place: end) : nil
  }

  /// An event in between starts operations, or holds them back, in ways of its own.
  private func isDisturbed(
    _ operation: Timeline.Operation, _ queue: Timeline.Queue, from enqueued: Int, to start: Int
  ) -> Bool {
    if let cancelled = operation.cancelled, cancelled < start { return true }
    if let barrier = queue.barrier, barrier < start { return true }
    return queue.cancellations.contains { $0 > enqueued && $0 < start }
  }

  /// The dependency that ended last, at -1 when there is none. `nil` when the trace does not show
  /// that all of them ended before.
  private func lastDependency(of operation: Timeline.Operation, before start: Int) -> Need? {
    var last = Need(kind: .dependency, releaser: "", place: -1)
    for name in operation.dependencies {
      guard let release = reader.operation(name)?.release, release.place < start,
        release.isExact || release.place < (operation.enqueued ?? 0)
      else { return nil }
      if release.place > last.place {
        last = Need(kind: .dependency, releaser: name, place: release.place)
      }
    }
    return last
  }

  /// Counts the slots of one queue through a run.
  private struct Slots {
    /// What is known of the slot in which an operation started.
    enum Slot {
      /// There was always room.
      case open
      /// The end of that operation, at that place, freed the only one.
      case freed(by: String, at: Int)
      /// Several were free, or no event shows when. All of them were free at that place.
      case oneOfSeveral(since: Int)
      /// By the trace there was none: an operation ended without a sign.
      case unknown
    }

    /// How many operations may run at once. Negative for any number.
    let width: Int
    private var holders: Set<String> = []
    /// Ends since the queue was last full.
    private var freed: [(subject: String, release: Timeline.Operation.Release)] = []

    init(width: Int) {
      self.width = width
    }

    mutating func start(_ subject: String) -> Slot {
      guard width >= 0 else { return .open }
      let free = width - holders.count
      holders.insert(subject)
      defer { if holders.count >= width { freed = [] } }
      guard free > 0 else { return .unknown }
      guard let last = freed.last else { return .open }
      // When the event only shows an earlier end, the end may have come long before.
      return free == 1 && freed.count == 1 && last.release.isExact
        ? .freed(by: last.subject, at: last.release.place)
        : .oneOfSeveral(since: last.release.place)
    }

    mutating func end(_ subject: String, with release: Timeline.Operation.Release) {
      guard width >= 0 else { return }
      let wasFull = holders.count == width
      guard holders.remove(subject) != nil else { return }
      if wasFull || !freed.isEmpty { freed.append((subject, release)) }
    }
  }
}

// Blocking calls return. The event before the call says what it waits for.
extension Timeline.Links {
  private mutating func followCalls() {
    var waiting: [String: Int] = [:]
    var opened: [String: Int] = [:]
    for (place, event) in events.enumerated() {
      if event.opensGate, opened[event.subject] == nil { opened[event.subject] = place }
      if let call = waiting.removeValue(forKey: event.thread), event.kind != .timedOut {
        addReturn(of: call, at: place, opened)
      }
      if event.kind == .waiting { waiting[event.thread] = place }
    }
  }

  /// The call at the first place returned before the second.
  private mutating func addReturn(of call: Int, at place: Int, _ opened: [String: Int]) {
    let event = events[call]
    if let gate = Self.gate(of: event, among: opened) {
      // An open gate blocks no call.
      guard let first = opened[gate], first > call else { return }
      add(.gate, gate, event.subject, from: first, to: place)
    } else if let (names, queue) = waitedFor(event, until: place),
      let last = lastRelease(of: names), last.place > call, last.place < place
    {
      add(.wait, last.subject, event.subject, through: queue, from: last.place, to: place)
    }
  }

  /// The gate that a thread waits at: the event's subject, or what the event says it waits for.
  private static func gate(of event: Event, among opened: [String: Int]) -> String? {
    if opened[event.subject] != nil { return event.subject }
    switch event.wait {
    case .gate(let name), .signal(let name): return opened[name] == nil ? nil : name
    default: return nil
    }
  }

  /// The operations that a blocking call waits for, and the queue if it is about one.
  private func waitedFor(_ event: Event, until place: Int) -> (names: [String], queue: String)? {
    switch event.wait {
    case .operation(let name): return ([name], "")
    case .operations(let names): return (names, "")
    case .queue(let name):
      let members = reader.queue(name)?.members ?? []
      return (members.filter { (reader.operation($0)?.enqueued ?? place) < place }, name)
    case .gate, .signal, .other, nil: return nil
    }
  }

  /// The one that ended last. `nil` when the trace does not show when each of them ended.
  private func lastRelease(of names: [String]) -> (subject: String, place: Int)? {
    var last: (subject: String, place: Int)?
    for name in names {
      guard let release = reader.operation(name)?.release, release.isExact else { return nil }
      if release.place > last?.place ?? -1 { last = (name, release.place) }
    }
    return last
  }
}

extension Event {
  /// A gate is opened, or a signal of a program's own is sent.
  fileprivate var opensGate: Bool { kind == .opened || mark == .signalSent }
}

extension Event.Mark {
  /// A program's own signal is sent. The subject is its name.
  static let signalSent: Self = "signal sent"
}
