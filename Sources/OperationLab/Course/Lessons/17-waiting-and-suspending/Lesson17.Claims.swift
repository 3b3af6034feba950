import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of cancelling all that a queue holds, and of asking what it holds.
extension Lesson17 {
  static let cancelsAll = Claim(
    "A20a", "cancelAllOperations() cancels every operation in the queue.",
    origin: .article(
      .a,
      passage: .init(
        "取消队列中的所有任务即所有任务都执行cancel方法",
        "cancels all tasks in the queue, that is, calls cancel on all of them",
        at: 234)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancelAll),
      because: "It calls cancel() on each. Those that run must look; those that wait never begin."),
    mutants: [
      .trace(of: "cancel-all", "op3 is forgotten") {
        $0.replacing(.settled, of: "op3") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancel-all", "op2 begins all the same") {
        $0.inserting(.began, of: "op2", on: "T1")
      },
      .trace(of: "cancel-all", "op1 sees nothing") {
        $0.replacing(.observed, of: "op1") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancel-all", "op3 was cancelled before") {
        $0.movingToFront(.cancelled, of: "op3")
      },
    ]
  ) { runs in
    let run = try runs["cancel-all"]
    let names = ["op1", "op2", "op3"]
    let added = try names.map { try run.enqueued($0, in: "downloads", width: 1) }
    let call = try run.first(.cancelled, of: "downloads", note: "all operations")
    let before = try names.map { try run.restInQueue(of: $0) }
    try run.require(
      before.allSatisfy { $0.seq < call.seq && $0.note == "in downloads" }
        && before.map(\.state) == [[.ready, .executing], .ready, .ready],
      "before the call op1 was executing, and op2 and op3 were waiting")
    let cancels = try names.map { try run.first(.cancelled, of: $0) }
    let seen = try run.first(.observed, of: "op1", note: "looks at isCancelled")
    let bodies = try ["op2", "op3"].map { try run.occurrence(of: .began, of: $0) }
    let ends = try names.map { try run.last(.settled, of: $0) }
    return .confirmed(
      if: ends.allSatisfy { $0.state.contains(.cancelled) } && bodies.allSatisfy(\.isNever)
        && cancels.allSatisfy { call.seq < $0.seq && $0.seq < seen.seq }
        && seen.state.contains(.cancelled),
      "all three are cancelled: op1 saw it, op2 and op3 never began",
      otherwise: "not all of them were cancelled",
      added + before + [call] + cancels + [seen] + bodies.map(\.evidence) + ends)
  }

  static let blockBeforeRemoval = Claim(
    "A20c",
    """
    A cancelled operation stays in its queue until its completion block has run, whether it was \
    executing or waiting.
    """,
    origin: .documentation(page: ApplePage.cancelAll),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.cancelAll),
      because: """
        The page says: "is still given a chance to execute its completion block before it is removed \
        from the queue". On Linux the end of the operation sends the block to another thread and \
        removes the operation, without waiting for the block.
        """),
    mutants: [
      .trace(of: "completion-blocks", "both stay while their blocks run") {
        $0.replacing(.settled) { $0.note = "in downloads" }
      },
      .trace(of: "completion-blocks", "the blocks returned before anybody looked") {
        $0.movingToFront(.noted, of: "op1").movingToFront(.noted, of: "op2")
      },
      .trace(of: "completion-blocks", "they have no blocks") { $0.removing(.completed) },
      .trace(of: "completion-blocks", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "completion-blocks", "op2 had begun before") {
        $0.inserting(.began, of: "op2", on: "T9")
      },
      .trace(of: "completion-blocks", "nobody looked while the blocks ran") {
        $0.removing(.settled)
      },
      .passing("cancel-all", as: "completion-blocks"),
    ]
  ) { runs in
    let run = try runs["completion-blocks"]
    let names = ["op1", "op2"]
    let added = try names.map { try run.enqueued($0, in: "downloads", slots: 2) }
    let call = try run.first(.cancelled, of: "downloads", note: "all operations")
    let before = try names.map { try run.restInQueue(of: $0) }
    let body = try run.occurrence(of: .began, of: "op2")
    try run.require(
      before.allSatisfy { $0.seq < call.seq && $0.note == "in downloads" }
        && before.map(\.state) == [[.ready, .executing], []] && body.isNever,
      "before the call op1 was executing; op2 waited, and never began")
    let blocks = try names.map { try run.first(.completed, of: $0) }
    let returns = try names.map { try run.first(.noted, of: $0, note: blockReturns) }
    let looks = try zip(names, blocks).map { try run.rest(of: $0, after: $1) }
    for (block, (look, end)) in zip(blocks, zip(looks, returns)) {
      try run.require(
        call.seq < block.seq && block.seq < look.seq && look.seq < end.seq
          && block.thread == end.thread && look.state.isSuperset(of: [.finished, .cancelled]),
        "\(block.subject), cancelled and finished, was looked at while its block ran")
    }
    return .confirmed(
      if: looks.allSatisfy { $0.note == "in downloads" },
      "while their blocks ran both were still in the queue",
      otherwise: "while their blocks ran: "
        + looks.map { "\($0.subject) \($0.note)" }.joined(separator: ", "),
      added + before + [call] + blocks + looks + returns)
  }

  static let currentIsTheQueue = Claim(
    "A21a", "OperationQueue.current inside an operation is the queue that runs it.",
    origin: .article(
      .a,
      passage: .init(
        "类属性,获取当前队列",
        "a class property: the current queue",
        at: 241)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.currentQueue),
      because: "The queue leaves itself in the thread; a thread of the operation's own has none."),
    mutants: [
      .trace(of: "current-queue", "it is another queue") {
        $0.replacing(.noted, of: "op1") {
          if $0.note.hasPrefix("current") { $0.note = "current queue: images" }
        }
      },
      .trace(of: "current-queue", "an own thread knows it, too") {
        $0.replacing(.noted, of: "op1's own thread") { $0.note = "current queue: downloads" }
      },
    ]
  ) { runs in
    let run = try runs["current-queue"]
    let added = try run.enqueued("op1", in: "downloads")
    let body = try (run.first(.began, of: "op1"), run.first(.ended, of: "op1"))
    let answer = { (subject: String) in
      let note = run.all(.noted, of: subject).first { $0.note.hasPrefix("current queue: ") }
      guard let note else {
        throw MissingEvidence.event(.noted, subject: subject, program: run.program)
      }
      return note
    }
    let inside = try answer("op1")
    let own = try answer("op1's own thread")
    let outside = try answer("program")
    try run.require(
      body.0.seq < inside.seq && inside.seq < body.1.seq && inside.thread == body.0.thread,
      "op1 asks in its body, on the thread that the queue gave it")
    try run.require(own.thread != inside.thread, "op1 has another thread ask, too")
    return .confirmed(
      if: inside.note == "current queue: downloads" && own.note == "current queue: none"
        && outside.note == "current queue: main queue",
      "downloads inside op1; none on a thread that op1 made; the main queue on the main thread",
      otherwise: "\(inside.note) inside op1, \(own.note) on its own thread",
      [added, body.0, inside, own, outside])
  }

  static let showsWhatIsQueued = Claim(
    "A21b", "... and operations and operationCount show what is queued.",
    origin: .article(
      .a,
      passage: .init(
        "获取队列中的任务数量",
        "how many tasks are in the queue",
        at: 217)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operations),
      because: "What runs is counted, too, until it is finished."),
    mutants: [
      .trace(of: "current-queue", "the one that runs is not counted") {
        $0.replacing(.noted, of: "op1") {
          if $0.note.hasPrefix("operationCount") { $0.note = "operationCount: 2" }
        }
      },
      .trace(of: "current-queue", "nobody asked") { $0.removing(.noted, of: "op1") },
    ]
  ) { runs in
    let run = try runs["current-queue"]
    let names = ["op1", "op2", "op3"]
    let added = try names.map { try run.enqueued($0, in: "downloads", width: 1) }
    let began = try run.first(.began, of: "op1")
    let end = try run.first(.ended, of: "op1")
    let answers = run.all(.noted, of: "op1")
    guard let held = answers.first(where: { $0.note.hasPrefix("operations: ") }),
      let count = answers.first(where: { $0.note.hasPrefix("operationCount: ") })
    else {
      throw MissingEvidence.event(.noted, subject: "op1, what is queued", program: run.program)
    }
    try run.require(
      (added + [began]).allSatisfy { $0.seq < held.seq } && count.seq < end.seq,
      "op1 asks in its body, when all three are in the queue")
    let queued = run.all(.enqueued).filter { $0.seq < held.seq && $0.note == "downloads" }
    return .confirmed(
      if: held.note == "operations: \(queued.map(\.subject))"
        && count.note == "operationCount: \(queued.count)",
      "op1, which runs, and all that wait behind it: \(queued.count)",
      otherwise: "\(held.note), \(count.note)", added + [began, held, count, end])
  }
}
