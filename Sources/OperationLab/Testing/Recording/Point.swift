import OperationLab

/// Where a thread stands before it goes on: at an event that it is about to record.
package struct Point: Codable, Hashable, Sendable {
  /// The operation, queue or gate that the event will be about.
  package var subject: String
  /// What the event will report.
  package var kind: Event.Kind
  /// Further words of the event, or an empty string.
  package var note: String

  /// A point. The event itself does not exist yet.
  package init(subject: String, kind: Event.Kind, note: String = "") {
    self.subject = subject
    self.kind = kind
    self.note = note
  }

  /// What comes next, in a few plain words, such as `boil: start() called`.
  package var account: String {
    Event(seq: 0, ns: 0, thread: "", subject: subject, kind: kind, note: note).account
  }
}

extension Point: Comparable {
  /// By subject, then by what happens to it: any fixed order would do.
  package static func < (one: Point, other: Point) -> Bool {
    (one.subject, one.kind.rawValue, one.note)
      < (other.subject, other.kind.rawValue, other.note)
  }
}
