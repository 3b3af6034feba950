import OperationDoctor
import OperationLab
import OperationTesting

/// Where the runs of two programs part.
///
/// Compares what each operation does, in its own order, by kinds and typed facts. Times, threads,
/// readings and the order between operations differ from run to run, so they do not count. An event
/// that a run may have left unrecorded does not count as missing.
package struct RunComparison: Sendable {
  /// The run of the first program.
  package let first: Run
  /// The run of the second program.
  package let second: Run
  /// The first event that differs. `nil` if none does.
  package let parting: Parting?

  /// The first event that differs, in both runs.
  package struct Parting: Hashable, Sendable {
    /// In which way they differ.
    package let kind: Kind
    /// The event of the first run. If only the second run has it: where its subject is instead.
    package let first: Event?
    /// The event of the second run. If only the first run has it: where its subject is instead.
    package let second: Event?

    /// The kind of difference. Raw values are part of the JSON: add, never rename.
    package enum Kind: String, Codable, Sendable {
      /// The second run has no such event.
      case onlyInFirst
      /// The first run has no such event.
      case onlyInSecond
      /// Each run has another event there.
      case other
      /// The same events come in another order.
      case order
      /// The same event finds its subject in another state.
      case state
    }
  }

  /// Compares two runs, of whatever programs.
  package init(_ first: Run, _ second: Run) {
    self.first = first
    self.second = second
    let (one, other) = (Account(first), Account(second))
    parting = Self.action(one, other) ?? Self.calls(one, other) ?? Self.state(one, other)
  }

  /// The operation, queue or gate with which the runs part.
  package var subject: String? {
    (parting?.kind == .onlyInSecond ? parting?.second : parting?.first)?.subject
  }
}

// In three rounds: what each subject does, in which order the program does it, and in what state.
extension RunComparison {
  /// The earliest event without a counterpart, counted by the events before it that have one.
  private static func action(_ first: Account, _ second: Account) -> Parting? {
    let one = first.firstDeed(without: second)
    let other = second.firstDeed(without: first)
    if let one, let other, one.event.subject == other.event.subject {
      let kind: Parting.Kind =
        switch (one.isMissing, other.isMissing) {
        case (true, false): .onlyInFirst
        case (false, true): .onlyInSecond
        case (true, true): .other
        case (false, false): .order
        }
      return Parting(kind: kind, first: one.event, second: other.event)
    }
    if let one, one.shared <= other?.shared ?? .max {
      let twin = second.twin(of: one.event, missingIn: first)
      return Parting(
        kind: twin == nil ? .onlyInFirst : .other, first: one.event,
        second: twin ?? second.event(insteadOf: one.event, of: first))
    }
    return other.map { other in
      let twin = first.twin(of: other.event, missingIn: second)
      return Parting(
        kind: twin == nil ? .onlyInSecond : .other,
        first: twin ?? first.event(insteadOf: other.event, of: second), second: other.event)
    }
  }

  private static func calls(_ first: Account, _ second: Account) -> Parting? {
    zip(first.calls(alsoIn: second), second.calls(alsoIn: first))
      .first { Key($0) != Key($1) }
      .map { Parting(kind: .order, first: $0, second: $1) }
  }

  private static func state(_ first: Account, _ second: Account) -> Parting? {
    for event in first.stateful {
      guard let other = second.counterpart(of: event, in: first) else { continue }
      if event.state != other.state || event.place != other.place {
        return Parting(kind: .state, first: event, second: other)
      }
    }
    return nil
  }
}

/// What makes two events the same.
private struct Key: Hashable {
  let subject: String
  let kind: Event.Kind
  let fact: Event.Fact?
  let enqueueing: Event.Enqueueing?

  init(_ event: Event) {
    subject = event.subject
    kind = event.kind
    switch event.fact {
    // Where an operation rests is compared with its state.
    case .place where event.kind == .settled: fact = nil
    // Only a block operation counts its blocks.
    case .blocks(count: 1): fact = nil
    default: fact = event.fact
    }
    enqueueing = event.enqueueing
  }
}

/// The events of one run, sorted for the comparison.
private struct Account {
  /// The events, without readings and remarks.
  private let actions: [Event]
  private let bySubject: [String: [Event]]
  private let counts: [Key: Int]

  init(_ run: Run) {
    actions = run.trace.events.filter { !$0.isReading }
    bySubject = Dictionary(grouping: run.trace.events, by: \.subject)
    counts = Dictionary(actions.map { (Key($0), 1) }, uniquingKeysWith: +)
  }

  /// An event that has no counterpart where it should be.
  struct Lone {
    let event: Event
    /// How many events before it have a counterpart.
    let shared: Int
    /// Whether the other run has it nowhere.
    let isMissing: Bool
  }

  func firstDeed(without other: Account) -> Lone? {
    let theirs = Dictionary(grouping: other.told(beside: self), by: \.event.subject)
      .mapValues { $0.map(\.event).filter(\.keepsOrder) }
    var next: [String: Int] = [:]
    var shared = 0
    for (event, isMissing) in told(beside: other) {
      var differs = isMissing
      if event.keepsOrder {
        let place = next[event.subject, default: 0]
        next[event.subject] = place + 1
        differs = theirs[event.subject]?.dropFirst(place).first.map(Key.init) != Key(event)
      }
      if differs { return Lone(event: event, shared: shared, isMissing: isMissing) }
      shared += 1
    }
    return nil
  }

  /// The first event of that kind and subject that the other run lacks.
  func twin(of event: Event, missingIn other: Account) -> Event? {
    told(beside: other).first {
      $0.isMissing && ($0.event.subject, $0.event.kind) == (event.subject, event.kind)
    }?.event
  }

  /// The events that the other run would have recorded, and whether it lacks them.
  private func told(beside other: Account) -> [(event: Event, isMissing: Bool)] {
    var seen: [Key: Int] = [:]
    return actions.compactMap { event in
      let key = Key(event)
      seen[key, default: 0] += 1
      let isMissing = seen[key] ?? 0 > other.counts[key] ?? 0
      return isMissing && !other.wouldTell(event) ? nil : (event, isMissing)
    }
  }

  /// Whether this run's log would have recorded such an event. What a log records differs from
  /// class to class.
  private func wouldTell(_ event: Event) -> Bool {
    let own = bySubject[event.subject] ?? []
    let state = own.reduce(into: OperationState()) { $0.formUnion($1.state) }
    let kinds = Set(own.map(\.kind))
    switch event.kind {
    case .enqueued:
      return kinds.contains(.enqueued) || kinds.isDisjoint(with: [.started, .began, .finished])
    case .started:
      let hasLog = !kinds.isDisjoint(with: [.finished, .returned, .ended])
      return kinds.contains(.started)
        || !state.contains(.executing) && (!state.contains(.finished) || hasLog)
    case .began:
      return kinds.contains(.began)
        || !state.contains(.executing)
          && (!state.contains(.finished) || state.contains(.cancelled))
    case .returned: return own.contains { $0.returnIsRecorded == true }
    case .ended: return kinds.contains(.began)
    case .finished: return kinds.contains(.finished) || !state.contains(.finished)
    case .cancelled: return kinds.contains(.cancelled) || !state.contains(.cancelled)
    case .announced: return kinds.contains(.announced) || own.last?.place.flatMap { $0 } != nil
    default: return true
    }
  }

  /// The events in which the state of the subject is no matter of chance.
  var stateful: [Event] {
    let last = bySubject.values.compactMap { $0.last { $0.kind == .settled } }
    return actions.filter { [.started, .cancelled].contains($0.kind) }
      + last.sorted { $0.seq < $1.seq }
  }

  /// The event of this run that agrees with one of the other's, counted alike.
  func counterpart(of event: Event, in other: Account) -> Event? {
    func alike(_ account: Account) -> [Event] {
      account.bySubject[event.subject]?.filter { Key($0) == Key(event) } ?? []
    }
    if event.kind == .settled { return alike(self).last }
    guard let place = alike(other).firstIndex(where: { $0.seq == event.seq }) else { return nil }
    return alike(self).dropFirst(place).first
  }

  /// Where this run is, when the other goes on with this event: what only this run has after the
  /// last event that both have, of the same subject if it has any.
  func event(insteadOf event: Event, of other: Account) -> Event? {
    let before = other.actions.filter { $0.seq < event.seq }
    let own = bySubject[event.subject] ?? actions
    let last = before.last { bySubject[event.subject] == nil || $0.subject == event.subject }
    let here = last.flatMap { counterpart(of: $0, in: other) }
    return own.first { $0.seq > here?.seq ?? .min && other.counts[Key($0)] == nil } ?? own.last
  }

  /// The calls of the program's own thread that the other run has as often, in order.
  func calls(alsoIn other: Account) -> [Event] {
    actions.filter { event in
      event.isCall && event.thread == "main" && counts[Key(event)] == other.counts[Key(event)]
    }
  }
}

extension Event {
  /// Reads something or remarks on something, and does nothing.
  fileprivate var isReading: Bool {
    [.observed, .settled, .progressed].contains(kind) || (kind == .noted && fact == nil)
  }

  /// Whether its place among the subject's events is no matter of chance. The others may come from
  /// another thread at the same time.
  fileprivate var keepsOrder: Bool {
    switch kind {
    case .returned, .announced, .completed, .released, .noted: false
    default: true
    }
  }

  /// What a program does to queues and operations from outside.
  fileprivate var isCall: Bool {
    switch kind {
    case .enqueued, .cancelled, .suspended, .resumed, .opened: true
    case .noted: fact != nil && mark == nil
    default: false
    }
  }
}
