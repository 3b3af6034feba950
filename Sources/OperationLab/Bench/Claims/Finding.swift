import Foundation
import OperationDoctor
import OperationLab

/// A claim with its verdict on real runs.
package struct Finding: Sendable {
  /// The statement.
  package let claim: Claim
  /// What the runs say about it.
  package let judgement: Judgement
  /// Whose verdict is expected.
  package let platform: Platform

  /// Judges the claim.
  package init(_ claim: Claim, on runs: Runs, platform: Platform = .current) {
    self.claim = claim
    self.judgement = claim.judgement(on: runs)
    self.platform = platform
  }

  /// The verdict expected on the platform.
  package var expected: Verdict { claim.expected.verdict(on: platform) }

  /// Whether the verdict is one that the claim's expectation allows there.
  package var isAsExpected: Bool { claim.expected.allows(judgement.verdict, on: platform) }

  /// Whether it differs from a guess. It was not measured on that platform, so nothing has failed.
  package var isNews: Bool {
    !isAsExpected && claim.expected.basis(on: platform) == .unmeasured
  }

  /// Whether it contradicts what was known about the platform.
  package var isFailure: Bool { !isAsExpected && !isNews }

  /// A line to send to the maintainers of this kit. `nil` if there is no news.
  package var news: String? {
    guard isNews else { return nil }
    return "\(claim.id) on \(platform.displayName): \(judgement.verdict.rawValue), our guess was "
      + "\(expected.rawValue); seen: \(judgement.seen.english)"
  }
}

/// A verdict, what was seen in a sentence, and the events that decide it.
package struct Judgement: Equatable, Sendable {
  /// Whether the statement holds here.
  package var verdict: Verdict
  /// The reason, from the events alone.
  package var seen: Phrase
  /// The events that decide, each once. Empty only when undecided.
  package var evidence: [Evidence]

  /// A verdict with its reason and its events.
  package init(_ verdict: Verdict, _ seen: Phrase, _ evidence: [Evidence]) {
    // A missing event never confirms anything, nor does it refute.
    self.verdict = evidence.isEmpty ? .undecided : verdict
    self.seen = seen
    var seenBefore: Set<Evidence> = []
    self.evidence = evidence.filter { seenBefore.insert($0).inserted }
  }

  /// Confirmed if the condition holds, else refuted, on the same evidence.
  package static func confirmed(
    if condition: Bool, _ seen: Phrase, otherwise: Phrase, _ evidence: [Evidence]
  ) -> Judgement {
    condition ? Judgement(.confirmed, seen, evidence) : Judgement(.refuted, otherwise, evidence)
  }
}

/// What the evidence of a run says about a statement. Raw values are part of the JSON.
package enum Verdict: String, Codable, CaseIterable, Sendable {
  /// The trace shows the statement to be true here.
  case confirmed
  /// The trace shows the statement to be false here.
  case refuted
  /// The trace lacks an event that would decide.
  case undecided
}

// How judges ask a run what happened. Whatever is not there throws, so that a missing event makes
// a claim undecided and can never confirm it.
extension Run {
  /// The first such event of the subject.
  package func first(_ kind: Event.Kind, of subject: String) throws -> Evidence {
    guard let event = trace.events.first(where: { $0.kind == kind && $0.subject == subject }) else {
      throw MissingEvidence.event(kind, subject: subject, program: program)
    }
    return evidence(event)
  }

  /// The last such event of the subject.
  package func last(_ kind: Event.Kind, of subject: String) throws -> Evidence {
    guard let event = trace.events.last(where: { $0.kind == kind && $0.subject == subject }) else {
      throw MissingEvidence.event(kind, subject: subject, program: program)
    }
    return evidence(event)
  }

  /// The first such event of the subject that carries this fact.
  package func first(_ kind: Event.Kind, of subject: String, _ fact: Event.Fact) throws -> Evidence
  {
    let match = trace.events.first {
      $0.kind == kind && $0.subject == subject && $0.fact == fact
    }
    guard let match else {
      throw MissingEvidence.event(kind, subject: "\(subject), \(fact.words)", program: program)
    }
    return evidence(match)
  }

  /// The first time that a program recorded this mark about the subject.
  package func first(_ mark: Event.Mark, of subject: String) throws -> Evidence {
    try first(.noted, of: subject, .mark(mark))
  }

  /// All events of one kind, of one subject or of all. Possibly none.
  package func all(_ kind: Event.Kind, of subject: String? = nil) -> [Evidence] {
    trace.events
      .filter { $0.kind == kind && (subject == nil || $0.subject == subject) }
      .map(evidence)
  }

  /// Whether something never happened to a subject: decided by the snapshot after everything was
  /// quiet, never by mere absence.
  ///
  /// - Throws: ``MissingEvidence`` when the event is absent and the subject never settled either.
  package func occurrence(of kind: Event.Kind, of subject: String) throws -> Occurrence {
    if let event = all(kind, of: subject).first {
      return .happened(event)
    }
    return .never(try last(.settled, of: subject))
  }

  /// The subject's state when the process was idle for the first time after that event.
  ///
  /// - Throws: ``MissingEvidence`` when it was not read any more.
  package func rest(of subject: String, after event: Evidence) throws -> Evidence {
    guard let look = all(.settled, of: subject).first(where: { $0.seq > event.seq }) else {
      throw MissingEvidence.event(.settled, subject: subject, program: program)
    }
    return look
  }

  /// Lets a judge go on only if nothing more can come.
  ///
  /// - Throws: ``MissingEvidence`` when something was under way when the snapshot was taken.
  func requireEnd() throws {
    try require(snapshot?.ending != .deadline, "nothing was under way at the end")
  }

  /// Whether there is an operation, a queue or a gate of that name.
  func shows(_ name: String) -> Bool {
    trace.events.contains {
      $0.subject == name || $0.place == name || $0.enqueueing?.queue == name
    } || snapshot?.operation(name) != nil || snapshot?.queues.contains { $0.name == name } == true
  }

  /// The last look at an operation, or the last event if there was none, as in a process that ended.
  var lastLook: [Evidence] {
    let last = all(.settled).last ?? trace.events.last.map(evidence)
    return last.map { [$0] } ?? []
  }

  /// The last event on a thread, without the readings that end every run.
  package func lastEvent(on thread: String) -> Event? {
    trace.events.last { $0.kind != .settled && $0.thread == thread }
  }

  private func evidence(_ event: Event) -> Evidence {
    Evidence(program: program, event: event)
  }
}

/// Whether something happened, with the event that shows it.
package enum Occurrence: Hashable, Sendable {
  /// It happened. This is the first time.
  case happened(Evidence)
  /// It did not. This is the subject's settled state, after which nothing could happen any more.
  case never(Evidence)

  /// The deciding event, whichever way it went.
  package var evidence: Evidence {
    switch self {
    case .happened(let evidence), .never(let evidence): evidence
    }
  }

  /// Whether it did not happen.
  package var isNever: Bool {
    if case .never = self { true } else { false }
  }
}

extension Run {
  /// The first events of the largest group of subjects that were, at one moment, past an event of
  /// the first kind and not yet at one of the second.
  ///
  /// - Parameter names: of which subjects. Of all if it is `nil`.
  package func peak(
    of names: [String]? = nil, from start: Event.Kind, to end: Event.Kind
  ) -> [Event] {
    var inside: [Event] = []
    var peak: [Event] = []
    for event in trace.events where names?.contains(event.subject) ?? true {
      if event.kind == end { inside.removeAll { $0.subject == event.subject } }
      if event.kind == start, !inside.contains(where: { $0.subject == event.subject }) {
        inside.append(event)
      }
      if inside.count > peak.count { peak = inside }
    }
    return peak
  }
}

// What Foundation itself said during a run. It supports a verdict, which events must decide.
extension Run {
  /// Whether the process, Foundation included, wrote this phrase outside the trace.
  package func printed(_ phrase: String) -> Bool {
    detail.output.contains(phrase)
  }

  /// The lines that the process, Foundation included, wrote outside the trace.
  package var printedLines: [String] {
    detail.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The message with which Foundation ended the process, without file, line and address. `nil`
  /// when it printed none.
  ///
  /// On Linux it follows `Fatal error:`, or the name of the check that failed, on macOS `reason:`.
  package var fatalMessage: String? {
    for line in printedLines {
      for mark in [
        "Fatal error: ", "Precondition failed: ", "Assertion failed: ", "reason: ",
        "error: data race detected: ",
      ] {
        guard let message = line.range(of: mark).map({ line[$0.upperBound...] }) else { continue }
        // An operation's description, <Type: 0x…>, is another in every run, as any address is.
        let plain = message.range(of: ">: ").map { message[$0.upperBound...] } ?? message
        return String(plain).replacing(/\s?0x[0-9a-f]+/, with: "")
      }
    }
    return nil
  }
}

// The premises of a claim must be seen in the run, or nothing is decided. A program without
// `cancel()` says nothing about cancelling.
extension Run {
  /// Lets a judge go on only if what the claim presupposes is so in this run.
  ///
  /// - Throws: ``MissingEvidence`` otherwise, which leaves the claim undecided and says why.
  package func require(_ isSo: Bool, _ premise: Phrase) throws {
    guard isSo else { throw MissingEvidence.premise(premise, program: program) }
  }

  /// The event with which an operation was added to a queue. `nil` stands for any queue and any
  /// `maxConcurrentOperationCount`.
  ///
  /// - Throws: ``MissingEvidence`` when it never was, or when the queue was another.
  @discardableResult
  package func enqueued(
    _ subject: String, in queue: String? = nil, width: Int? = nil
  ) throws -> Evidence {
    let event = try first(.enqueued, of: subject)
    guard let found = event.enqueueing else {
      throw MissingEvidence.premise("it is known how \(subject) was added", program: program)
    }
    if let queue { try require(found.queue == queue, "\(subject) was added to '\(queue)'") }
    if let width { try require(found.width == width, "the width was \(width) for \(subject)") }
    return event
  }
}

/// The runs of a lesson's programs, by program name: all that a judge gets to see.
package struct Runs: Sendable {
  private var byProgram: [String: Run]

  /// Of several runs of one program, the last counts.
  package init(_ runs: [Run]) {
    byProgram = Dictionary(runs.map { ($0.program, $0) }, uniquingKeysWith: { $1 })
  }

  /// The run of the program of that name.
  ///
  /// - Throws: ``MissingEvidence`` when it has not been run, or went on without knowing whether
  ///   anything could still happen.
  package subscript(program: String) -> Run {
    get throws {
      guard let run = byProgram[program] else { throw MissingEvidence.run(program: program) }
      let isUnsure = run.trace.events.contains {
        $0.fact == .gaveUp(reason: .neverAtRest)
      }
      try run.require(!isUnsure, "all that waited for rest got an answer in time")
      return run
    }
  }

  /// All of them, by name.
  package var all: [Run] { byProgram.values.sorted { $0.program < $1.program } }

  /// The first by name in which a gate stayed shut for too long. `nil` if there is none.
  package var withGateNeverOpened: Run? {
    first { run in run.trace.events.contains { $0.fact == .gaveUp(reason: .neverOpened) } }
  }

  /// The first run by name that is so. `nil` if there is none.
  package func first(where isSo: (Run) -> Bool) -> Run? {
    byProgram.values.sorted { $0.program < $1.program }.first(where: isSo)
  }
}

/// An event that decides a claim, and the program in whose run it happened.
@dynamicMemberLookup
package struct Evidence: Hashable, Sendable {
  /// The name of the program.
  package var program: String
  /// The event in its run.
  package var event: Event

  /// Points at an event of a run.
  package init(program: String, event: Event) {
    self.program = program
    self.event = event
  }

  /// The event's own properties.
  package subscript<Value>(dynamicMember member: KeyPath<Event, Value>) -> Value {
    event[keyPath: member]
  }
}

/// The runs lack what a judge needs. The claim is undecided.
package enum MissingEvidence: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no run of that program.
  case run(program: String)
  /// There is no such event in the run of that program.
  case event(Event.Kind, subject: String, program: String)
  /// What the claim presupposes, as a sentence, is not so.
  case premise(Phrase, program: String)

  /// What is missing, in English.
  package var description: String { phrase.english }

  /// What is missing.
  package var phrase: Phrase {
    switch self {
    case .run(let program):
      "program '\(program)' has not been run"
    case .event(let kind, let subject, let program):
      "program '\(program)' has no event '\(text: kind.rawValue)' of \(subject)"
    case .premise(let premise, let program):
      "in program '\(program)' this is not so: \(premise)"
    }
  }
}
