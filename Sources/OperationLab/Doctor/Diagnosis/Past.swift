extension Diagnosis {
  /// What happened before a snapshot was taken. It is known of a run, and unknown to a ``QueueDoctor``.
  package struct Past {
    private let histories: [String: History]
    /// The last moment of each thread.
    let lastOfThread: [String: Moment]

    /// - Parameter histories: by the name of the operation or queue.
    package init(_ histories: [String: History], lastOfThread: [String: Moment]) {
      self.histories = histories
      self.lastOfThread = lastOfThread
    }

    subscript(subject: String) -> History? { histories[subject] }
  }

  /// What happened to one operation or queue.
  package struct History {
    private let moments: [Moment.Role: Moment]
    /// Where the thread is that started it.
    let presence: Presence
    /// What it waits for in a blocking call that has not returned.
    let awaited: Awaited?

    package init(_ moments: [Moment.Role: Moment], _ presence: Presence, awaited: Awaited?) {
      self.moments = moments
      self.presence = presence
      self.awaited = awaited
    }

    subscript(role: Moment.Role) -> Moment? { moments[role] }

    var hasStarted: Bool { start != nil }

    /// The moment in which it took its slot.
    var start: Moment? { self[.started] ?? self[.began] ?? self[.returned] }
  }

  /// What a blocking call waits for.
  package enum Awaited {
    case operations([String])
    /// That the queue becomes empty.
    case queue(String)
  }

  /// Something that happened in a run, as far as a sentence speaks of it. Many findings may name the same.
  package final class Moment: Hashable, Sendable {
    /// The number of its event.
    package let seq: Int
    /// Nanoseconds since the run began.
    let ns: UInt64
    let thread: String
    let subject: String
    let kind: Kind
    /// What happened, such as `start() called`.
    let phrase: Phrase

    /// What some sentences depend on.
    package enum Kind: Sendable {
      case added(toQueue: String)
      case bodyBegan
      case blockingCall
      case other

      var isBody: Bool { if case .bodyBegan = self { true } else { false } }
      var isBlockingCall: Bool { if case .blockingCall = self { true } else { false } }
    }

    /// What it is in a history.
    package enum Role {
      /// The first time.
      case added, started, began, returned, cancelled, finished
      /// The last notification of `isReady` after it was added.
      case announcedReady
      /// Since when a queue is suspended.
      case suspended
      /// The last barrier block of a queue.
      case barrier
      case blockingCall
      case last
    }

    package init(
      seq: Int, ns: UInt64, thread: String, subject: String, kind: Kind, phrase: Phrase
    ) {
      self.seq = seq
      self.ns = ns
      self.thread = thread
      self.subject = subject
      self.kind = kind
      self.phrase = phrase
    }

    package static func == (one: Moment, other: Moment) -> Bool { one.seq == other.seq }

    package func hash(into hasher: inout Hasher) { hasher.combine(seq) }
  }
}
