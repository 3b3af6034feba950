import OperationDoctor
import OperationLab

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
