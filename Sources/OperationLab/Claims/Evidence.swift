/// An event that decides a claim, and the program in whose run it happened.
@dynamicMemberLookup
public struct Evidence: Hashable, Sendable {
  public var program: String
  public var event: Event

  public init(program: String, event: Event) {
    self.program = program
    self.event = event
  }

  public subscript<Value>(dynamicMember member: KeyPath<Event, Value>) -> Value {
    event[keyPath: member]
  }
}

/// The runs lack what a judge needs; the claim is undecided.
public enum MissingEvidence: Error, Hashable, Sendable, CustomStringConvertible {
  case run(program: String)
  case event(Event.Kind, subject: String, program: String)

  public var description: String {
    switch self {
    case .run(let program):
      "program '\(program)' has not been run"
    case .event(let kind, let subject, let program):
      "program '\(program)' has no event '\(kind.rawValue)' of \(subject)"
    }
  }
}
