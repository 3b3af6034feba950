import OperationLab
import OperationDownloads
import OperationTesting

// What ends the process: each with the message that is Foundation's own.
extension Lesson13 {
  static let noMoreBlocks = Claim(
    "B01b", "... and more work cannot be added to an operation once it runs.",
    origin: .documentation(page: ApplePage.addExecutionBlock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addExecutionBlock),
      because: """
        The list of blocks has been read by then: a further block would never run. Foundation \
        prefers to end the process.
        """),
    mutants: [
      .passing("right-way", as: "add-block-late"),
      .passing("start-executing", as: "add-block-late"),
      .trace(of: "add-block-late", "it was not executing") {
        $0.replacing(.observed) { $0.state.remove(.executing) }
      },
    ]
  ) { runs in
    try trap(runs["add-block-late"], saying: "blocks cannot be added after the operation") {
      try $0.last(.observed, of: "photo", in: .executing)
    }
  }

  /// What article C says of both: one sentence.
  private static let notToBeStarted = Origin.Passage(
    """
    如果這個(gè)NSOperation正在執(zhí)行或者還沒有準(zhǔn)備好執(zhí)行,\
    這個(gè)方法會(huì)拋出一個(gè)NSInvalidArgumentException異常
    """,
    """
    if this NSOperation is executing or is not yet ready to execute, this method \
    raises an NSInvalidArgumentException
    """,
    at: 76)

  static let startExecutingTraps = Claim(
    "C30a", "Starting an operation that is executing is an error.",
    origin: .article(.c, passage: notToBeStarted),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "Its work would run twice at once. start() finds it executing and traps."),
    mutants: [
      .passing("start-again", as: "start-executing"),
      .passing("start-queued", as: "start-executing"),
      .trace(of: "start-executing", "it was not executing") {
        $0.replacing(.started) { $0.state.remove(.executing) }
      },
    ]
  ) { runs in
    try trap(runs["start-executing"], saying: "already executing") {
      try $0.last(.started, of: "photo", in: .executing)
    }
  }

  static let startUnreadyTraps = Claim(
    "C30b", "Starting an operation that is not ready is an error.",
    origin: .article(.c, passage: notToBeStarted),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
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
      try $0.require(!start.state.contains(.ready), "crop was not ready")
      return start
    }
  }

  static let startQueuedTraps = Claim(
    "C31a", "Starting by hand an operation that is in a queue is an error.",
    origin: .article(
      .c,
      passage: .init(
        """
        NSOperation已經(jīng)添加到NSOperationQueue后在\
        調(diào)用這個(gè)方法或者先調(diào)用了這個(gè)方法然后再把\
        NSOperation添加到NSOperationQueue都是錯(cuò)誤的
        """,
        """
        to call this method when the NSOperation was added to a queue, or to call it first \
        and then add the NSOperation to a queue, is wrong
        """,
        at: 91)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        From the moment it is added, only the queue may start it. Foundation speaks of several \
        threads, although there is only one here: you, and the queue that would come.
        """),
    mutants: [
      .passing("right-way", as: "start-queued"),
      .passing("start-executing", as: "start-queued"),
      .trace(of: "start-queued", "it was in no queue") { $0.removing(.enqueued) },
      .trace(of: "start-queued", "it had finished before") {
        $0.replacing(.started) { $0.state.insert(.finished) }
      },
    ]
  ) { runs in
    try trap(runs["start-queued"], saying: "simultaneously from more than one thread") {
      // A queue that is not suspended may have started it, or even be done with it.
      let added = try $0.enqueued("photo", isSuspended: true, dependencies: [])
      let start = try $0.last(.started, of: "photo")
      try $0.require(
        added.seq < start.seq && $0.all(.resumed, of: added.note).isEmpty
          && start.state.isDisjoint(with: [.executing, .finished, .cancelled]),
        "photo was still waiting in its queue when it was started")
      return start
    }
  }

  static let enqueueStartedTraps = Claim(
    "C31b", "... and so is enqueuing one that was started, whether it still runs or is over.",
    origin: .article(
      .c,
      passage: .init(
        """
        NSOperation已經(jīng)添加到NSOperationQueue后在\
        調(diào)用這個(gè)方法或者先調(diào)用了這個(gè)方法然后再把\
        NSOperation添加到NSOperationQueue都是錯(cuò)誤的
        """,
        """
        to call this method when the NSOperation was added to a queue, or to call it first \
        and then add the NSOperation to a queue, is wrong
        """,
        at: 91)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "A queue takes only what has never been started and is in no queue."),
    mutants: [
      .passing("right-way", as: "enqueue-executing"),
      .passing("enqueue-twice", as: "enqueue-finished"),
      .trace(of: "enqueue-finished", "it never ran") { $0.removing(.ended) },
    ]
  ) { runs in
    let running = try trap(runs["enqueue-executing"], saying: "enqueued") {
      try $0.onlyEnqueued("photo", in: .executing)
    }
    let over = try trap(runs["enqueue-finished"], saying: "enqueued") {
      let added = try $0.onlyEnqueued("photo", in: .finished)
      let end = try $0.first(.ended, of: "photo")
      try $0.require(end.seq < added.seq, "photo had been started, and was over")
      return added
    }
    guard running.verdict == .confirmed else { return running }
    return Judgement(over.verdict, over.seen, running.evidence + over.evidence)
  }

  static let enqueueTwiceTraps = Claim(
    "C31c", "... and so is enqueuing one that is in a queue already.",
    origin: .documentation(page: ApplePage.addOperation),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addOperation),
      because: "An operation belongs to one queue, from being added to being finished."),
    mutants: [
      .passing("right-way", as: "enqueue-twice"),
      .passing("start-queued", as: "enqueue-twice"),
      .trace(of: "enqueue-twice", "the first queue had started it") {
        $0.replacing(.enqueued) { $0.state.insert(.executing) }
      },
    ]
  ) { runs in
    try trap(runs["enqueue-twice"], saying: "enqueued") {
      let added = try $0.enqueued("photo", isSuspended: true)
      let again = try $0.last(.enqueued, of: "photo")
      try $0.require(added.note != again.note, "photo was put into two queues")
      try $0.require(
        $0.all(.resumed, of: added.note).isEmpty
          && again.state.isDisjoint(with: [.executing, .finished]),
        "photo was still waiting in the first queue when it was put into the second")
      return again
    }
  }

  /// Confirmed when Foundation ended the process with that message, and the misuse was the last
  /// thing that its thread did.
  private static func trap(
    _ run: Run, saying phrase: String, at misuse: (Run) throws -> Evidence
  ) throws -> Judgement {
    let misuse = try misuse(run)
    guard run.outcome == .traps else {
      return Judgement(.refuted, "the process went on", [misuse])
    }
    let last = run.trace.events.last { $0.thread == misuse.thread }
    try run.require(misuse.event == last, "this was the last thing that it did")
    let message = try run.trapped(saying: phrase)
    try run.require(!run.printed("Lesson13"), "the message is Foundation's own")
    return Judgement(.confirmed, "it trapped: \(message)", [misuse])
  }
}

extension Run {
  /// The last such event of the subject, if the subject was in that state then.
  fileprivate func last(
    _ kind: Event.Kind, of subject: String, in state: OperationState
  ) throws -> Evidence {
    let event = try last(kind, of: subject)
    try require(event.state.isSuperset(of: state), "\(subject) was \(state)")
    return event
  }

  /// The event with which the subject was put into a queue, for the only time, in that state.
  fileprivate func onlyEnqueued(
    _ subject: String, in state: OperationState
  ) throws -> Evidence {
    let event = try last(.enqueued, of: subject, in: state)
    try require(all(.enqueued, of: subject).count == 1, "\(subject) was in no queue before")
    return event
  }
}
