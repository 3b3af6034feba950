import Foundation

extension Lesson {
  static let waitingAndSuspending = Lesson(
    17, "waiting-and-suspending", title: "Waiting for a queue, and making it wait",
    question: """
      You can wait for a queue, suspend it, cancel all it holds, ask what it holds. Which of these \
      may an operation do to the queue it is in, and what of it works on the main queue?
      """,
    programs: [
      Waiting.addAndWait, Waiting.waitUntilAll, Waiting.waitInside, Waiting.dependInside,
      Waiting.waitForNeighbour, Waiting.neighbourFirst, Waiting.suspended, Waiting.neverResumed,
      Waiting.cancelAll, Waiting.currentQueue,
    ] + Barriers.programs + MainQueueExceptions.programs,
    claims: [
      addingBlocks, waitingBlocks, insideDeadlocks, neighbourDeadlocks, startsNothing,
      runningGoesOn,
      cancelsAll, currentIsTheQueue, showsWhatIsQueued,
    ] + Barriers.claims + MainQueueExceptions.claims)

  private static let addingBlocks = Claim(
    "A18a",
    "addOperations(_:waitUntilFinished: true) blocks the caller until all have finished.",
    source: .a,
    expected: .everywhere(
      .confirmed, because: "It waits for one after the other, asleep until each reports its end."),
    mutants: [
      .trace(of: "add-and-wait", "the caller is back at once") {
        $0.movingToFront(.noted, of: "caller")
      },
      .trace(of: "add-and-wait", "op2 ends later") { $0.movingToEnd(.ended, of: "op2") },
      .trace(of: "add-and-wait", "nobody looked") { $0.removing(.settled) },
    ]
  ) { try callerBlocks(try $0["add-and-wait"]) }

  private static let waitingBlocks = Claim(
    "A18b", "... and so does waitUntilAllOperationsAreFinished().", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "It waits for all that the queue holds, also for what others add meanwhile."),
    mutants: [
      .trace(of: "wait-until-all", "the caller is back at once") {
        $0.movingToFront(.noted, of: "caller")
      },
      .trace(of: "wait-until-all", "op1 ends later") { $0.movingToEnd(.ended, of: "op1") },
    ]
  ) { try callerBlocks(try $0["wait-until-all"]) }

  private static func callerBlocks(_ run: Run) throws -> Judgement {
    let call = try run.first(.waiting, of: "caller")
    let looks = try ["op1", "op2"].map { try run.first(.settled, of: $0) }
    let ends = try ["op1", "op2"].map { try run.first(.ended, of: $0) }
    let back = try run.first(.noted, of: "caller", note: "is back")
    return .confirmed(
      if: looks.allSatisfy {
        call.seq < $0.seq && $0.seq < back.seq && $0.state.contains(.executing)
      }
        && ends.allSatisfy { $0.seq < back.seq },
      "nothing moved while op1 and op2 were executing; the caller was back after both had ended",
      otherwise: "the caller was back before both had ended", [call] + looks + ends + [back])
  }

  private static let insideDeadlocks = Claim(
    "A18c", "An operation that waits for its own queue to be empty waits for ever.", source: .a,
    expected: .everywhere(
      .confirmed, because: "The queue is empty when it has ended, and it ends when it is empty."),
    mutants: [
      .passing("dependency-instead", as: "wait-inside"),
      .trace(of: "wait-inside", "it ends after all") {
        $0.inserting(.ended, of: "tidy up", on: "T1")
      },
      .trace(of: "wait-inside", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { try neverEnds("tidy up", in: try $0["wait-inside"]) }

  private static let neighbourDeadlocks = Claim(
    "A18d", "... and so does one that waits for another which needs its slot.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "A body that waits keeps its slot, and in a queue of width 1 that is the only one."),
    mutants: [
      .passing("neighbour-first", as: "wait-for-neighbour"),
      .trace(of: "wait-for-neighbour", "it ends after all") {
        $0.inserting(.ended, of: "resize", on: "T1")
      },
    ]
  ) { try neverEnds("resize", in: try $0["wait-for-neighbour"]) }

  private static func neverEnds(_ name: String, in run: Run) throws -> Judgement {
    let wait = try run.first(.waiting, of: name)
    let end = try run.occurrence(of: .ended, of: name)
    return .confirmed(
      if: end.isNever, "\(name) waits, and never ends", otherwise: "\(name) ended",
      [wait, end.evidence])
  }

  private static let startsNothing = Claim(
    "A19a", "A suspended queue starts nothing new.", source: .a,
    expected: .everywhere(
      .confirmed, because: "It looks at isSuspended each time before it hands out a slot."),
    mutants: [
      .trace(of: "suspended", "op2 starts while it is suspended") {
        $0.movingToFront(.started, of: "op2")
      },
      .trace(of: "suspended", "nobody looked while it was suspended") {
        $0.movingToFront(.resumed, of: "downloads")
      },
      .passing("never-resumed", as: "suspended"),
    ]
  ) { runs in
    let run = try runs["suspended"]
    let suspended = try run.first(.suspended, of: "downloads")
    let look = try run.first(.settled, of: "op2")
    let resumed = try run.first(.resumed, of: "downloads")
    let start = try run.first(.started, of: "op2")
    guard suspended.seq < look.seq, look.seq < resumed.seq else {
      return Judgement(.undecided, "nobody looked while the queue was suspended", [])
    }
    return .confirmed(
      if: resumed.seq < start.seq && look.state == .ready,
      "op2, ready and with a free slot, was started only when the queue went on",
      otherwise: "op2 was started while the queue was suspended",
      [suspended, look, resumed, start])
  }

  private static let runningGoesOn = Claim(
    "A19b", "... and what runs goes on.", source: .a,
    expected: .everywhere(.confirmed, because: "A queue has no way to stop a body that runs."),
    mutants: [
      .trace(of: "suspended", "op1 ends only when the queue goes on") {
        $0.movingToEnd(.ended, of: "op1")
      },
      .trace(of: "suspended", "op1 had ended before") { $0.movingToFront(.ended, of: "op1") },
    ]
  ) { runs in
    let run = try runs["suspended"]
    let suspended = try run.first(.suspended, of: "downloads")
    let end = try run.first(.ended, of: "op1")
    let resumed = try run.first(.resumed, of: "downloads")
    return .confirmed(
      if: suspended.seq < end.seq && end.seq < resumed.seq,
      "op1 went on and ended while the queue was suspended",
      otherwise: "op1 did not end while the queue was suspended", [suspended, end, resumed])
  }

  private static let cancelsAll = Claim(
    "A20a", "cancelAllOperations() cancels every operation in the queue.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "It calls cancel() on each. Those that run must look; those that wait never begin."),
    mutants: [
      .trace(of: "cancel-all", "op3 is forgotten") {
        $0.replacing(.settled, of: "op3") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancel-all", "op2 begins all the same") {
        $0.inserting(.began, of: "op2", on: "T1")
      },
      .trace(of: "cancel-all", "op1 sees nothing") {
        $0.replacing(.noted, of: "op1") { $0.note = "sees nothing" }
      },
    ]
  ) { runs in
    let run = try runs["cancel-all"]
    let call = try run.first(.cancelled, of: "downloads")
    let seen = try run.first(.noted, of: "op1")
    let bodies = try ["op2", "op3"].map { try run.occurrence(of: .began, of: $0) }
    let ends = try ["op1", "op2", "op3"].map { try run.last(.settled, of: $0) }
    return .confirmed(
      if: ends.allSatisfy { $0.state.contains(.cancelled) } && bodies.allSatisfy(\.isNever)
        && call.seq < seen.seq && seen.note == "sees that it was cancelled",
      "all three are cancelled: op1 saw it, op2 and op3 never began",
      otherwise: "not all of them were cancelled", [call, seen] + bodies.map(\.evidence) + ends)
  }

  private static let currentIsTheQueue = Claim(
    "A21a", "OperationQueue.current inside an operation is the queue that runs it.", source: .a,
    expected: .everywhere(
      .confirmed,
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
    let added = try run.first(.enqueued, of: "op1")
    let inside = try run.first(.noted, of: "op1")
    let own = try run.first(.noted, of: "op1's own thread")
    return .confirmed(
      if: inside.note == "current queue: \(added.note)" && own.note == "current queue: none",
      "\(added.note) inside op1; none on a thread that op1 made",
      otherwise: "\(inside.note) inside op1, \(own.note) on its own thread", [added, inside, own])
  }

  private static let showsWhatIsQueued = Claim(
    "A21b", "... and operations and operationCount show what is queued.", source: .a,
    expected: .everywhere(
      .confirmed, because: "What runs is counted, too, until it is finished."),
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
    let held = try run.first(
      .noted, of: "op1", note: #"operations: ["op1", "op2", "op3"]"#)
    let count = try run.last(.noted, of: "op1")
    return .confirmed(
      if: count.note == "operationCount: 3", "op1, which runs, op2 and op3, which wait: 3",
      otherwise: count.note, [held, count])
  }
}
