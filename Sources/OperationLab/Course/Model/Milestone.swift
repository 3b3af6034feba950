import OperationLab

/// A moment of a run that a prediction asks about: the first such event of a subject.
package struct Milestone: Sendable {
  /// How it is called among the choices.
  package let label: String
  let kind: Event.Kind
  let subject: String
  let note: String?

  /// The first event of that kind, of that subject, with that note if one is given.
  package init(_ label: String, _ kind: Event.Kind, of subject: String, note: String? = nil) {
    self.label = label
    self.kind = kind
    self.subject = subject
    self.note = note
  }

  /// Where it is in the run; `nil` if it never came.
  func event(in run: Run) -> Event? {
    run.trace.events.first { event in
      event.kind == kind && event.subject == subject && (note.map { event.note == $0 } ?? true)
    }
  }
}
