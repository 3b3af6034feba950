import Foundation

extension Lesson {
  static let oneShot = Lesson(
    13, "one-shot", title: "An operation is good for one run",
    question: """
      The work failed and you want to run it again. May you start the same operation twice, or \
      add it to the queue once more?
      """,
    programs: OneShot.programs,
    claims: [
      startsOnce, noMoreBlocks, newOperation, startExecutingTraps, startUnreadyTraps,
      startQueuedTraps, enqueueStartedTraps, enqueueTwiceTraps, ownStartUnchecked,
    ])

  private static let startsOnce = Claim(
    "B01a", "A second start() after the end does not run the work again.", source: .b,
    expected: .everywhere(
      .confirmed,
      because: """
        start() sees that the operation is finished and returns, without a word. That is no way \
        to run work again, and nothing tells you so.
        """),
    mutants: [
      .trace(of: "start-again", "the body runs twice") { $0.inserting(.began, of: "photo") },
      .trace(of: "start-again", "it was started once") {
        $0.edited { events in
          if let place = events.lastIndex(where: { $0.kind == .started }) {
            events.remove(at: place)
          }
        }
      },
      .trace(of: "start-again", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["start-again"]
    let starts = run.all(.started, of: "photo")
    let bodies = run.all(.began, of: "photo")
    let last = try run.last(.settled, of: "photo")
    guard starts.count == 2, starts[1].state.contains(.finished) else {
      return Judgement(.undecided, "it was not started again after its end", starts + [last])
    }
    return .confirmed(
      if: bodies.count == 1, "start() was called twice; the body ran once",
      otherwise: "the body ran \(bodies.count) times", starts + bodies + [last])
  }

  private static let noMoreBlocks = Claim(
    "B01b", "... and more work cannot be added to an operation once it runs.", source: .b,
    expected: .everywhere(
      .confirmed,
      because: """
        The list of blocks has been read by then: a further block would never run. Foundation \
        prefers to end the process.
        """),
    mutants: [
      .passing("right-way", as: "add-block-late"),
      .passing("start-executing", as: "add-block-late"),
    ]
  ) { runs in
    try trap(runs["add-block-late"], saying: "blocks cannot be added") {
      try $0.last(.observed, of: "photo")
    }
  }

  private static let newOperation = Claim(
    "B01c", "To run the work again, make a new operation.", source: .b,
    expected: .everywhere(
      .confirmed,
      because: "It has a state of its own; the old one's says for ever that it is over."),
    mutants: [
      .trace(of: "right-way", "the new operation does not run") {
        $0.removing(.began, of: "photo again")
      },
      .passing("start-again", as: "right-way"),
    ]
  ) { runs in
    let run = try runs["right-way"]
    let names = ["photo", "photo again", "crop", "stamp"]
    let bodies = try names.map { try run.first(.began, of: $0) }
    let ends = try names.map { try run.last(.settled, of: $0) }
    return .confirmed(
      if: ends.allSatisfy { $0.state.contains(.finished) } && run.all(.began).count == names.count,
      "each ran once and finished, the new operation among them",
      otherwise: "not all have run once and finished", bodies + ends)
  }

  private static let startExecutingTraps = Claim(
    "C30a", "Starting an operation that is executing is an error.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: "Its work would run twice at once. start() finds it executing and traps."),
    mutants: [
      .passing("start-again", as: "start-executing"),
      .passing("start-queued", as: "start-executing"),
    ]
  ) { runs in
    try trap(runs["start-executing"], saying: "already executing") {
      try $0.last(.started, of: "photo", in: .executing)
    }
  }

  private static let startUnreadyTraps = Claim(
    "C30b", "Starting an operation that is not ready is an error.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        It would run before the operations it depends on. Add all of them to a queue instead: it \
        knows when to start each.
        """),
    mutants: [
      .passing("right-way", as: "start-unready"),
      .passing("enqueue-twice", as: "start-unready"),
      .trace(of: "start-unready", "it was ready") {
        $0.replacing(.started, of: "crop") { $0.state = .ready }
      },
    ]
  ) { runs in
    try trap(runs["start-unready"], saying: "not yet ready to execute") {
      let start = try $0.last(.started, of: "crop")
      guard !start.state.contains(.ready) else {
        throw MissingEvidence.event(.started, subject: "crop, not ready", program: $0.program)
      }
      return start
    }
  }

  private static let startQueuedTraps = Claim(
    "C31a", "Starting by hand an operation that is in a queue is an error.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        From the moment it is added, only the queue may start it. Foundation speaks of several \
        threads, although there is only one here: you, and the queue that would come.
        """),
    mutants: [
      .passing("right-way", as: "start-queued"),
      .passing("start-executing", as: "start-queued"),
    ]
  ) { runs in
    try trap(runs["start-queued"], saying: "simultaneously from more than one thread") {
      _ = try $0.first(.enqueued, of: "photo")
      return try $0.last(.started, of: "photo")
    }
  }

  private static let enqueueStartedTraps = Claim(
    "C31b", "... and so is enqueuing one that was started, whether it still runs or is over.",
    source: .c,
    expected: .everywhere(
      .confirmed, because: "A queue takes only what has never been started and is in no queue."),
    mutants: [
      .passing("right-way", as: "enqueue-executing"),
      .passing("enqueue-twice", as: "enqueue-finished"),
    ]
  ) { runs in
    let running = try trap(runs["enqueue-executing"], saying: "enqueued") {
      try $0.last(.enqueued, of: "photo", in: .executing)
    }
    let over = try trap(runs["enqueue-finished"], saying: "enqueued") {
      try $0.last(.enqueued, of: "photo", in: .finished)
    }
    guard running.verdict == .confirmed else { return running }
    return Judgement(over.verdict, over.seen, running.evidence + over.evidence)
  }

  private static let enqueueTwiceTraps = Claim(
    "C31c", "... and so is enqueuing one that is in a queue already.", source: .c,
    expected: .everywhere(
      .confirmed, because: "An operation belongs to one queue, from being added to being finished."),
    mutants: [
      .passing("right-way", as: "enqueue-twice"),
      .passing("start-queued", as: "enqueue-twice"),
    ]
  ) { runs in
    try trap(runs["enqueue-twice"], saying: "enqueued") {
      _ = try $0.first(.enqueued, of: "photo", note: "downloads")
      return try $0.first(.enqueued, of: "photo", note: "retries")
    }
  }

  private static let ownStartUnchecked = Claim(
    "C31d",
    "... but nobody checks when the subclass has a start() of its own: the work begins twice.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The check is in Operation's start(), which such a subclass replaces and must not call. \
        Nobody notices the second start, and the work begins twice.
        """),
    mutants: [
      .passing("checked-start", as: "own-start"),
      .trace(of: "own-start", "it was started once") { $0.movingToFront(.resumed, of: "uploads") },
    ]
  ) { runs in
    let run = try runs["own-start"]
    let added = try run.first(.enqueued, of: "upload")
    let byHand = try run.first(.started, of: "upload")
    let resumed = try run.first(.resumed, of: "uploads")
    let byQueue = try run.last(.started, of: "upload")
    let bodies = run.all(.began, of: "upload")
    let evidence = [added, byHand, resumed, byQueue] + bodies
    guard added.seq < byHand.seq, byHand.seq < resumed.seq, resumed.seq < byQueue.seq else {
      return Judgement(.undecided, "it was not started both by hand and by the queue", evidence)
    }
    return .confirmed(
      if: run.outcome != .traps && bodies.count == 2,
      "started by hand and by the queue; the work began twice",
      otherwise: "the work began \(bodies.count) times", evidence)
  }

  /// Confirmed when the process ended with that message, and the misuse was the last event.
  private static func trap(
    _ run: Run, saying message: String, at misuse: (Run) throws -> Evidence
  ) throws -> Judgement {
    let misuse = try misuse(run)
    guard run.outcome == .traps else {
      return Judgement(.refuted, "the process went on", [misuse])
    }
    guard misuse.event == run.trace.events.last, run.printed(message) else {
      return Judgement(.undecided, "it trapped for another reason", [misuse])
    }
    return Judgement(.confirmed, "it trapped: \(run.fatalMessage ?? message)", [misuse])
  }
}

extension Run {
  /// The last such event of the subject, if the subject was in that state then.
  fileprivate func last(
    _ kind: Event.Kind, of subject: String, in state: OperationState
  ) throws -> Evidence {
    let event = try last(kind, of: subject)
    guard event.state.isSuperset(of: state) else {
      throw MissingEvidence.event(kind, subject: "\(subject), \(state)", program: program)
    }
    return event
  }
}
