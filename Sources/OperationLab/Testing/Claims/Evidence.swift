import OperationLab

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
package enum MissingEvidence: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no run of that program.
  case run(program: String)
  /// There is no such event in the run of that program.
  case event(Event.Kind, subject: String, program: String)
  /// What the claim presupposes, as a sentence, is not so.
  case premise(String, program: String)

  /// What is missing, in words.
  package var description: String {
    switch self {
    case .run(let program):
      "program '\(program)' has not been run"
    case .event(let kind, let subject, let program):
      "program '\(program)' has no event '\(kind.rawValue)' of \(subject)"
    case .premise(let premise, let program):
      "in program '\(program)' this is not so: \(premise)"
    }
  }
}
