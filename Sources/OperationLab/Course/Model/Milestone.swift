import OperationLab

/// A moment of a run that a prediction asks about: the first such event of a subject.
package struct Milestone: Sendable {
  /// How it is called among the choices.
  package let label: String
  let kind: Event.Kind
  let subject: String
  let fact: Event.Fact?

  /// The first event of that kind, of that subject, with that fact if one is given.
  package init(
    _ label: String, _ kind: Event.Kind, of subject: String, _ fact: Event.Fact? = nil
  ) {
    self.label = label
    self.kind = kind
    self.subject = subject
    self.fact = fact
  }

  /// Where it is in the run. `nil` if it never came.
  func event(in run: Run) -> Event? {
    run.trace.events.first { event in
      event.kind == kind && event.subject == subject && (fact == nil || event.fact == fact)
    }
  }
}
