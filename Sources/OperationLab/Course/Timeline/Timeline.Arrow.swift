import OperationLab

extension Timeline {
  /// Who let whom go on: of all that somebody waited for, this event came last.
  ///
  /// Drawn only where the events leave no doubt. Two slots that are free together, a dependency
  /// whose end nobody saw, a cancellation that came in between: then there is no arrow.
  package struct Arrow: Hashable, Sendable {
    /// What was waited for.
    package let kind: Kind
    /// The subject of the event that let go: the operation that ended, the queue that was resumed,
    /// the gate that was opened.
    package let releaser: String
    /// Who went on: the operation that started, or whoever came back from a blocking call.
    package let released: String
    /// The queue that it is about, or an empty string.
    package let through: String
    /// ``Event/seq`` of the event that let go.
    package let from: Int
    /// ``Event/seq`` of the event with which the other went on.
    package let to: Int
    /// Index in ``Timeline/events`` of the event that let go.
    package let fromPlace: Int
    /// Index in ``Timeline/events`` of the event with which the other went on.
    package let toPlace: Int

    /// What was waited for. Raw values are part of exported files: add, never rename.
    package enum Kind: String, Codable, CaseIterable, Sendable {
      /// A slot of the queue: an operation ended, and another started in its place.
      case slot
      /// The end of a dependency.
      case dependency
      /// A suspended queue went on.
      case resume
      /// The end of an operation, or of all in a queue, in a call that blocks until then.
      case wait
      /// A gate was opened.
      case gate
    }

    init(
      _ kind: Kind, _ releaser: String, _ released: String, through: String = "", from: Int,
      to: Int, in events: [Event]
    ) {
      self.kind = kind
      self.releaser = releaser
      self.released = released
      self.through = through
      self.from = events[from].seq
      self.to = events[to].seq
      fromPlace = from
      toPlace = to
    }
  }
}
