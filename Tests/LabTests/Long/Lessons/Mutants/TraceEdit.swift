import OperationLab
import OperationBench

/// A change of one event of a run. It makes a run that never was.
enum TraceEdit: CaseIterable {
  /// The event never came.
  case dropped
  /// Another subject had it.
  case renamed
  /// It came before all others, or after them.
  case first, last
  /// A flag was read the other way.
  case ready, executing, finished, cancelled
  /// It says something else.
  case fact
  /// It was on another thread, or on the main thread.
  case elsewhere, onMain
  /// It came once more at the end.
  case again
  /// The operation or its queue was different when the operation was added.
  case width, suspended, dependency
  /// Before the end, such an event came for its subject, too.
  case andStarted, andBegan, andCancelled, andFinished, andCompleted, andPosted

  /// The name of what stands in no run.
  private static let other = "something else"
  /// A thread that is in no run.
  private static let thread = "T99"

  /// Whether the event has what is to be changed.
  func fits(_ event: Event) -> Bool {
    switch self {
    case .ready, .executing, .finished, .cancelled: !event.state.isEmpty
    case .fact: event.fact != nil
    case .width, .suspended, .dependency: event.enqueueing != nil
    default: true
    }
  }

  /// Changes the event.
  func apply(to events: inout [Event], at place: Int) {
    switch self {
    case .dropped: events.remove(at: place)
    case .renamed: events[place].subject = Self.other
    case .first: events.insert(events.remove(at: place), at: 0)
    case .last: events.append(events.remove(at: place))
    case .ready: events[place].state.formSymmetricDifference(.ready)
    case .executing: events[place].state.formSymmetricDifference(.executing)
    case .finished: events[place].state.formSymmetricDifference(.finished)
    case .cancelled: events[place].state.formSymmetricDifference(.cancelled)
    case .fact: events[place].set(.place(queue: Self.other))
    case .elsewhere: events[place].thread = Self.thread
    case .onMain: events[place].thread = "main"
    case .again: events.append(events[place])
    case .width, .suspended, .dependency:
      events[place].enqueueing = events[place].enqueueing.map { it in
        Event.Enqueueing(
          queue: it.queue, width: self == .width ? it.width + 1 : it.width,
          isSuspended: it.isSuspended != (self == .suspended), priority: it.priority,
          dependencies: self == .dependency ? [Self.other] : it.dependencies)
      }
    case .andStarted: add(.started, of: events[place].subject, to: &events)
    case .andBegan: add(.began, of: events[place].subject, to: &events)
    case .andCancelled: add(.cancelled, of: events[place].subject, to: &events)
    case .andFinished: add(.finished, of: events[place].subject, to: &events)
    case .andCompleted: add(.completed, of: events[place].subject, to: &events)
    case .andPosted: add(.announced, of: events[place].subject, to: &events)
    }
  }

  private func add(_ kind: Event.Kind, of subject: String, to events: inout [Event]) {
    let end = events.firstIndex { $0.kind == .settled } ?? events.endIndex
    let ns = end > 0 ? events[end - 1].ns : 0
    events.insert(
      Event(seq: 0, ns: ns, thread: Self.thread, subject: subject, kind: kind), at: end)
  }
}

extension [Run] {
  /// The runs after a change of one event in one of them.
  func edited(_ edit: TraceEdit, at evidence: Evidence) -> [Run] {
    map { run in
      guard run.program == evidence.program else { return run }
      var run = run
      run.trace = run.trace.edited { edit.apply(to: &$0, at: evidence.event.seq) }
      return run
    }
  }

  /// The runs with that of one program passed off as another's.
  func passing(_ other: Run, as program: String) -> [Run] {
    map { run in
      guard run.program == program else { return run }
      var run = other
      run.program = program
      return run
    }
  }
}

/// What comes of every edit of an event that decides a claim's premises or expectations.
struct EditEffects: Sendable {
  /// The edits for which the claim keeps its verdict.
  private(set) var survivors: [(edit: TraceEdit, event: Evidence)] = []
  /// The other programs on whose runs it keeps its verdict, such as `fixed for article`.
  private(set) var imitations: [String] = []
  /// A line for each of its programs: how many events of each kind decide, and which edits of how many
  /// of them spoil the claim.
  private(set) var lines: [String] = []

  /// Whether the verdict on the runs as they were is the expected one.
  let isAsExpected: Bool

  init(on claim: Claim, in runs: [Run]) throws {
    isAsExpected = Finding(claim, on: Runs(runs)).isAsExpected
    let verdict = claim.judgement(on: Runs(runs)).verdict
    func keeps(_ runs: [Run]) -> Bool { claim.judgement(on: Runs(runs)).verdict == verdict }
    for program in claim.programs.sorted() {
      var counts: [Event.Kind: Int] = [:]
      var spoiling: [Event.Kind: [TraceEdit: Int]] = [:]
      for event in try claim.decidingEvents(in: runs, of: program) {
        let kind = event.event.kind
        counts[kind, default: 0] += 1
        for edit in TraceEdit.allCases where edit.fits(event.event) {
          if keeps(runs.edited(edit, at: event)) {
            survivors.append((edit, event))
          } else {
            spoiling[kind, default: [:]][edit, default: 0] += 1
          }
        }
      }
      let parts = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
        let edits = TraceEdit.allCases.compactMap { edit in
          spoiling[kind]?[edit].map { edit.words($0, of: count) }
        }
        return "\(count) \(kind.rawValue): \(edits.joined(separator: " "))"
      }
      lines.append("\(claim.id) \(program): \(parts.joined(separator: "; "))")
      imitations += runs.filter { $0.program != program && keeps(runs.passing($0, as: program)) }
        .map { "\($0.program) for \(program)" }
    }
  }
}

extension TraceEdit {
  /// Which of the events that happen at the same time comes first is left to chance.
  fileprivate func words(_ spoiled: Int, of count: Int) -> String {
    spoiled == count || self == .first || self == .last ? "\(self)" : "\(self)(\(spoiled))"
  }
}

extension Claim {
  /// The events of a program's run that decide whether the premises and the expectations are so.
  fileprivate func decidingEvents(in runs: [Run], of program: String) throws -> [Evidence] {
    var seen: Set<Evidence> = []
    return try scenarios.filter { $0.program == program }.flatMap { scenario in
      let run = try Runs(runs)[program]
      return try (scenario.premises + scenario.expectations).flatMap {
        try $0.outcome(in: run).evidence
      }
    }.filter { seen.insert($0).inserted }
  }
}
