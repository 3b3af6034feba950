import OperationLab

// What a claim presupposes must be seen in the run, or nothing is decided: a program in which nobody
// cancels says nothing about cancelling.
extension Run {
  /// Lets a judge go on only if what the claim presupposes is so in this run.
  ///
  /// - Throws: ``MissingEvidence`` otherwise, which leaves the claim undecided and says why.
  package func require(_ isSo: Bool, _ premise: String) throws {
    guard isSo else { throw MissingEvidence.premise(premise, program: program) }
  }

  /// The event with which an operation was put into a queue, if the queue and the operation were
  /// as the claim presupposes at that moment, and nobody has changed the operation since; `nil`
  /// stands for anything. With `slots` the queue may run at least so many operations at a time, and
  /// with `losesDependencies` dependencies may be removed afterwards.
  ///
  /// - Throws: ``MissingEvidence`` when it never was, or when they were not.
  @discardableResult
  package func enqueued(
    _ subject: String, in queue: String? = nil, width: Int? = nil, slots: Int? = nil,
    isSuspended: Bool? = nil, priority: Int? = nil, dependencies: [String]? = nil,
    losesDependencies: Bool = false
  ) throws -> Evidence {
    let event = try first(.enqueued, of: subject)
    guard let found = event.enqueueing else {
      throw MissingEvidence.premise("it is known how \(subject) was put in", program: program)
    }
    if let queue { try require(found.queue == queue, "\(subject) was put into '\(queue)'") }
    if let width { try require(found.width == width, "the width was \(width) for \(subject)") }
    if let slots {
      try require(
        found.width < 0 || found.width >= slots, "there were \(slots) slots or more for \(subject)")
    }
    if let isSuspended {
      try require(
        found.isSuspended == isSuspended,
        "the queue was \(isSuspended ? "" : "not ")suspended when \(subject) was put in")
    }
    if let priority {
      try require(found.priority == priority, "\(subject) had priority \(priority)")
      try requireUnchanged(subject) { if case .priority = $0 { true } else { false } }
    }
    if let dependencies {
      if !losesDependencies {
        try requireUnchanged(subject) { if case .removedDependency = $0 { true } else { false } }
      }
      try require(
        found.dependencies == dependencies,
        "\(subject) depended on "
          + (dependencies.isEmpty ? "nothing" : dependencies.joined(separator: ", ")))
    }
    return event
  }

  /// - Throws: ``MissingEvidence`` when such a change was recorded.
  private func requireUnchanged(_ subject: String, _ isChange: (Event.Fact) -> Bool) throws {
    let change = all(.noted, of: subject).first { $0.fact.map(isChange) == true }
    try require(change == nil, "\(subject) stayed as it was put in, not: \(change?.note ?? "")")
  }
}
