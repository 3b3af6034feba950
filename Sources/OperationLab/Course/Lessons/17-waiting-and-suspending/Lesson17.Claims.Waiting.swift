import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of calls that block until operations have finished.
extension Lesson17 {
  static let addingBlocks = Claim(
    "A18a",
    "addOperations(_:waitUntilFinished: true) blocks the caller until all have finished.",
    origin: .article(
      .a,
      passage: .init(
        "是否等待任务完成,如果YES,则阻塞当前线程直到所有任务完成",
        """
        whether to wait for the end of the tasks; if YES, the current thread is blocked \
        until all tasks are done
        """,
        at: 200)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addOperations),
      because: "It waits for one after the other, asleep until each reports its end."),
    mutants: [
      .trace(of: "add-and-wait", "the caller is back at once") {
        $0.movingToFront(.ended, of: "caller")
      },
      .trace(of: "add-and-wait", "op2 ends later") { $0.movingToEnd(.ended, of: "op2") },
      .trace(of: "add-and-wait", "it never waits") { $0.removing(.waiting) },
      .trace(of: "add-and-wait", "nobody looked") { $0.removing(.settled) },
    ]
  ) { runs in
    try callerBlocks(try runs["add-and-wait"]) {
      $0.hasSuffix(" to be finished") && $0.contains("op1 ") && $0.contains("op2 ")
    }
  }

  static let waitingBlocks = Claim(
    "A18b", "... and so does waitUntilAllOperationsAreFinished().",
    origin: .article(
      .a,
      passage: .init(
        "阻塞当前线程直到所有任务完成- (void)waitUntilAllOperationsAreFinished",
        "blocks the current thread until all tasks are done",
        at: 238)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilAll),
      because: "It waits for all that the queue holds, also for what others add meanwhile."),
    mutants: [
      .passing("add-and-wait", as: "wait-until-all"),
      .trace(of: "wait-until-all", "the caller is back at once") {
        $0.movingToFront(.ended, of: "caller")
      },
      .trace(of: "wait-until-all", "op1 ends later") { $0.movingToEnd(.ended, of: "op1") },
    ]
  ) { runs in
    try callerBlocks(try runs["wait-until-all"]) { $0 == "for queue downloads to be empty" }
  }

  static func callerBlocks(_ run: Run, _ isRight: (_ call: String) -> Bool) throws -> Judgement {
    let names = ["op1", "op2"]
    let added = try names.map { try run.enqueued($0, in: "downloads", slots: 2) }
    let call = try run.first(.waiting, of: "caller")
    try run.require(isRight(call.note), "the caller waits in the call that this is about")
    let looks = try names.map { try run.restInQueue(of: $0) }
    let ends = try names.map { try run.first(.ended, of: $0) }
    let back = try run.first(.ended, of: "caller")
    try run.require(
      looks.allSatisfy { call.seq < $0.seq && $0.state.contains(.executing) },
      "both were executing while the caller waited")
    return .confirmed(
      if: (looks + ends).allSatisfy { $0.seq < back.seq },
      "nothing moved while op1 and op2 were executing; the caller was back after both had ended",
      otherwise: "the caller was back before both had ended",
      added + [call] + looks + ends + [back])
  }

  static let insideDeadlocks = Claim(
    "A18c", "An operation that waits for its own queue to be empty waits for ever.", origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilAll),
      because: "The queue is empty when it has ended, and it ends when it is empty."),
    mutants: [
      .passing("dependency-instead", as: "wait-inside"),
      .trace(of: "wait-inside", "it ends after all") {
        $0.inserting(.ended, of: "tidy up", on: "T1")
      },
      .trace(of: "wait-inside", "it waits for another queue") {
        $0.replacing(.waiting) { $0.note = "for queue images to be empty" }
      },
      .trace(of: "wait-inside", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["wait-inside"]
    let added = try ["tidy up", "op1"].map { try run.enqueued($0, in: "downloads") }
    return try neverEnds(
      "tidy up", in: run, "for queue downloads to be empty", waitsFor: [],
      added + [try run.first(.ended, of: "op1")])
  }

  static let neighbourDeadlocks = Claim(
    "A18d", "... and so does one that waits for another which needs its slot.",
    origin: .documentation(page: ApplePage.waitUntilFinished),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilFinished),
      because: "A body that waits keeps its slot, and in a queue of width 1 that is the only one."),
    mutants: [
      .passing("neighbour-first", as: "wait-for-neighbour"),
      .trace(of: "wait-for-neighbour", "it ends after all") {
        $0.inserting(.ended, of: "resize", on: "T1")
      },
      .trace(of: "wait-for-neighbour", "download is in no queue") {
        $0.removing(.enqueued, of: "download")
      },
    ]
  ) { runs in
    let run = try runs["wait-for-neighbour"]
    let names = ["resize", "download"]
    let added = try names.map { try run.enqueued($0, in: "images", isSuspended: false) }
    let start = try run.occurrence(of: .started, of: "download")
    if start.isNever {
      try run.enqueued("resize", width: 1)
      try run.stuck("download", .noFreeSlot, waitsFor: ["resize"])
    }
    return try neverEnds(
      "resize", in: run, "for operation download", waitsFor: ["download"],
      added + [start.evidence])
  }

  /// Confirmed if it never comes back from the call, because that waits for what needs its end.
  static func neverEnds(
    _ name: String, in run: Run, _ what: String, waitsFor: [String], _ premises: [Evidence]
  ) throws -> Judgement {
    let wait = try run.first(.waiting, of: name, note: what)
    let end = try run.occurrence(of: .ended, of: name)
    if end.isNever { try run.stuck(name, .blocksItself, waitsFor: waitsFor) }
    return .confirmed(
      if: end.isNever, "\(name) waits \(what), which needs \(name) to end: it never ends",
      otherwise: "\(name) ended", premises + [wait, end.evidence])
  }

  static let dependencyInstead = Claim(
    "A18h",
    "An operation that depends on another of its queue, instead of waiting for it, comes after it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Until the other has finished it is not ready. It has no slot then, and no thread."),
    mutants: [
      .passing("wait-inside", as: "dependency-instead"),
      .trace(of: "dependency-instead", "it does not wait for its dependency") {
        $0.movingToFront(.started, of: "tidy up")
      },
      .trace(of: "dependency-instead", "it has no dependency") {
        $0.edited { events in
          for place in events.indices where events[place].subject == "tidy up" {
            events[place].enqueueing = events[place].enqueueing.map { .init(queue: $0.queue) }
          }
        }
      },
    ]
  ) { try comesAfter("op1", "tidy up", in: "downloads", width: nil, try $0["dependency-instead"]) }

  static let dependencyNeedsNoSlot = Claim(
    "A18i", "... also when there is one slot, and it was put in first.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "What is not ready takes no slot, so the only one is free for its dependency."),
    mutants: [
      .passing("wait-for-neighbour", as: "neighbour-first"),
      .trace(of: "neighbour-first", "it does not wait for its dependency") {
        $0.movingToFront(.started, of: "resize")
      },
      .trace(of: "neighbour-first", "it was put in last") {
        $0.movingToEnd(.enqueued, of: "resize")
      },
    ]
  ) { try comesAfter("download", "resize", in: "images", width: 1, try $0["neighbour-first"]) }

  static func comesAfter(
    _ first: String, _ second: String, in queue: String, width: Int?, _ run: Run
  ) throws -> Judgement {
    let added = try [
      run.enqueued(second, in: queue, width: width, isSuspended: false, dependencies: [first]),
      run.enqueued(first, in: queue, width: width, isSuspended: false, dependencies: []),
    ]
    try run.require(added[0].seq < added[1].seq, "\(second) was put in first")
    let waits = run.all(.waiting).filter { wait in
      [first, second].contains(wait.subject)
        || [first, second, queue].contains { wait.note.contains($0) }
    }
    try run.require(waits.isEmpty, "nobody waits for them in a call that blocks, nor do they")
    let end = try run.first(.ended, of: first)
    let start = try run.first(.started, of: second)
    let rests = try [first, second].map { try run.last(.settled, of: $0) }
    return .confirmed(
      if: end.seq < start.seq
        && rests.allSatisfy { $0.state.contains(.finished) && $0.note == "in no queue" },
      "\(second) was started when \(first) had ended; both left the queue, and no thread waited",
      otherwise: "\(second) did not come after \(first), or one of them is still there",
      added + [end, start] + rests)
  }
}
