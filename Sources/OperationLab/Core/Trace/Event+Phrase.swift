extension Event {
  /// What happened, in a few plain words, such as `start() called` or `added to downloads`.
  package var phrase: String {
    switch kind {
    case .enqueued: note.isEmpty ? "added to a queue" : "added to \(note)"
    case .started: with(note, "start() called")
    case .returned: with(note, "start() returns")
    case .began: with(note, "body begins")
    case .ended: with(note, "body ends")
    case .cancelled: with(note, "cancel() called")
    case .finished: with(note, "reports finished")
    case .announced: note.isEmpty ? "announces a change" : "announces \(note)"
    case .completed: with(note, "completion block runs")
    case .observed: with(note, "state read")
    case .waiting: note.isEmpty ? "waits" : "waits \(note)"
    case .opened: "gate opens"
    case .timedOut: with(note, "gave up waiting")
    case .suspended: "queue suspended"
    case .resumed: "queue resumed"
    case .released: with(note, "deallocated")
    case .settled: with(note, "at rest")
    case .progressed: note.isEmpty ? "progress" : "progress: \(note)"
    case .noted: note
    }
  }

  private func with(_ note: String, _ phrase: String) -> String {
    note.isEmpty ? phrase : "\(phrase), \(note)"
  }
}

extension Event: CustomStringConvertible {
  /// The event in a line, such as `#4 T1 boil: start() called (ready)`.
  public var description: String { "#\(seq) \(thread) \(account)" }

  /// Whom it is about, what happened and the state, such as `boil: start() called (ready)`.
  package var account: String {
    "\(subject): \(phrase)" + (state.isEmpty ? "" : " (\(state))")
  }
}
