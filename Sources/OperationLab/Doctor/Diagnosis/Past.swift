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

  /// What happened to one operation or queue: the first time, or the last where it says so.
  package struct History {
    package var enqueued: Moment?
    /// The last notification of `isReady` since then.
    package var announcedReady: Moment?
    package var started: Moment?
    package var began: Moment?
    package var returned: Moment?
    package var cancelled: Moment?
    package var finished: Moment?
    /// Since when a queue is suspended.
    package var suspended: Moment?
    /// The last barrier block of a queue.
    package var barrier: Moment?
    package var last: Moment?
    /// Where the thread is that started it.
    package var presence = Presence.unknown
    /// The blocking call that its thread has not returned from.
    package var blockingCall: BlockingCall?

    package init() {}

    var hasStarted: Bool { start != nil }

    /// The moment in which it took its slot.
    var start: Moment? { started ?? began ?? returned }
  }

  /// Something that happened in a run, as far as a sentence speaks of it.
  package struct Moment: Hashable, Sendable {
    /// The number of its event.
    package let seq: Int
    /// Nanoseconds since the run began.
    package let ns: UInt64
    package let thread: String
    package let subject: String
    package let kind: Kind
    /// What happened, such as `start() called`.
    package let phrase: Phrase

    /// What some sentences depend on.
    package enum Kind: Hashable, Sendable {
      case added(toQueue: String)
      case bodyBegan
      case blockingCall
      case other
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
  }

  /// A blocking call, and what it waits for.
  package struct BlockingCall {
    let since: Moment
    let target: Target

    package enum Target {
      case operations([String])
      /// That the queue becomes empty.
      case queue(String)
    }

    package init(since: Moment, target: Target) {
      self.since = since
      self.target = target
    }
  }
}
