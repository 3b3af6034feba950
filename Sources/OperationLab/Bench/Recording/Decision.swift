/// One step of a run whose order was chosen: where each thread stood, and which one continued.
package struct Decision: Codable, Hashable, Sendable {
  /// The thread that was chosen.
  package var thread: String
  /// All threads that stood at a point, the one chosen among them, by name.
  package var stands: [Stand]

  /// A thread, and what it does next when it is chosen.
  package struct Stand: Codable, Hashable, Sendable {
    /// The thread's name in the trace.
    package var thread: String
    /// What it is about to record.
    package var point: Point

    /// A thread at a point.
    package init(thread: String, point: Point) {
      self.thread = thread
      self.point = point
    }
  }

  /// A choice among threads.
  package init(thread: String, stands: [Stand]) {
    self.thread = thread
    self.stands = stands
  }

  /// The threads that could have been chosen instead.
  package var others: [String] { stands.map(\.thread).filter { $0 != thread } }
}

/// Why a run whose order was chosen was not followed to its end: it says nothing of its program.
package enum OrderFailure: Error, Codable, Hashable, Sendable {
  /// At this step (counted from 1) the order names a thread that does not stand at any point.
  case absent(thread: String, step: Int, present: [String])
  /// The run was over before the order was.
  case over(after: Int)
  /// It waits for something outside of its process.
  case outside
  /// Some thread never stops.
  case restless

  /// Whether it is the order that does not fit, rather than the program that cannot be explored.
  package var isOfOrder: Bool {
    switch self {
    case .absent, .over: true
    case .outside, .restless: false
    }
  }
}

extension OrderFailure: CustomStringConvertible {
  /// One line that says what to do.
  package var description: String {
    switch self {
    case .absent(let thread, let step, let present):
      "the order does not fit at step \(step): \(thread) cannot go on there, only "
        + "\(present.joined(separator: ", ")). Explore again for orders of this program"
    case .over(let steps):
      "the order does not fit: the run ended after \(steps) steps. Explore again for orders of "
        + "this program"
    case .outside:
      "it waits for the network, so its order cannot be chosen. Choose "
        + "another program"
    case .restless:
      "it never becomes idle: a thread runs without end or waits for a timer. It cannot be "
        + "explored"
    }
  }
}

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
  package var account: String { event.account }

  /// What comes next, without number, time and thread.
  package var event: Event {
    Event(seq: 0, ns: 0, thread: "", subject: subject, kind: kind, note: note)
  }
}

extension Point: Comparable {
  /// By subject, then by what happens to it: any fixed order would do.
  package static func < (one: Point, other: Point) -> Bool {
    (one.subject, one.kind.rawValue, one.note)
      < (other.subject, other.kind.rawValue, other.note)
  }
}
