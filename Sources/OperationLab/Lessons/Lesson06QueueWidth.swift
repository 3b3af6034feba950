import Foundation

extension Lesson {
  static let queueWidth = Lesson(
    6, "queue-width", title: "The width counts operations, not threads",
    question: """
      A queue of width 1 runs one operation at a time. Does it run them all on one thread, so that \
      the second finds what the first has left in its thread's dictionary?
      """,
    programs: [widthOne, widthTwo, threadDictionary, sharedBox, mainQueue],
    claims: [
      oneAtATime, changesThreads, twoAtATime, mainQueueRunsOnMain, mainQueueHasWidthOne,
    ])

  // snippet: meeting
  private static let widthOne = Program(
    "width-1", role: .article,
    "A queue of width 1. Each operation waits for the other to begin, unless nobody will come."
  ) { bench in
    meet(in: bench.queue("downloads", width: 1), bench)
  }

  private static let widthTwo = Program(
    "width-2", role: .article, "The same two operations in a queue of width 2."
  ) { bench in
    meet(in: bench.queue("downloads", width: 2), bench)
  }

  private static func meet(in queue: OperationQueue, _ bench: Bench) {
    let firstBegins = bench.gate("op1 has begun")
    let secondBegins = bench.gate("op2 has begun")
    let op1 = bench.block("op1") {
      firstBegins.open()
      askForSecond(secondBegins, bench)
    }
    let op2 = bench.block("op2") {
      secondBegins.open()
      firstBegins.wait()
    }
    queue.addOperation(op1)
    queue.addOperation(op2)
  }

  private static func askForSecond(_ begins: Gate, _ bench: Bench) {
    let hasMet = begins.waitUnlessQuiet()
    bench.log("op1")(.noted, note: hasMet ? "op2 came" : "op2 will not come while op1 runs")
  }
  // end snippet

  // snippet: thread-dictionary
  /// BROKEN ON PURPOSE: leaves something in its thread for the next operation of a serial queue.
  private static let threadDictionary = Program(
    "thread-dictionary", role: .broken,
    "Width 1: login leaves a token in its thread's dictionary, fetch looks for it in its own."
  ) { bench in
    // snippet: token
    runInTurn(bench) {
      Thread.current.threadDictionary["token"] = "secret"
    } find: {
      Thread.current.threadDictionary["token"] as? String
    }
    // end snippet
  }
  // end snippet

  // snippet: shared-box
  private static let sharedBox = Program(
    "shared-box", role: .fixed,
    "Width 1: login leaves the token in an object that both know, fetch looks for it there."
  ) { bench in
    let box = TokenBox()
    runInTurn(bench) {
      box.token = "secret"
    } find: {
      box.token
    }
  }
  // end snippet

  /// One operation after the other; the first lingers on its thread until the second has begun.
  private static func runInTurn(
    _ bench: Bench, leave: @escaping @Sendable () -> Void, find: @escaping @Sendable () -> String?
  ) {
    let queue = bench.queue("session", width: 1)
    let fetchBegins = bench.gate("fetch has begun", isTraced: false)
    queue.addOperation(LingeringOperation(bench.log("login"), until: fetchBegins, body: leave))
    queue.addOperation(
      bench.block("fetch") {
        fetchBegins.open()
        bench.log("fetch")(.noted, note: find() == nil ? "found no token" : "found the token")
      })
  }

  // snippet: main-queue
  private static let mainQueue = Program(
    "main-queue", role: .article,
    "The main queue, told to have width 2, gets op1 from the main thread and op2 from another."
  ) { bench in
    let queue = bench.mainQueue()
    let log = bench.log("main queue")
    log(.noted, note: "width \(queue.queue.maxConcurrentOperationCount)")
    queue.queue.maxConcurrentOperationCount = 2
    log(.noted, note: "width \(queue.queue.maxConcurrentOperationCount) after setting it to 2")

    let secondBegins = bench.gate("op2 has begun")
    queue.addOperation(
      bench.block("op1") { askForSecond(secondBegins, bench) })
    let isAdded = bench.gate("op2 is added", isTraced: false)
    bench.elsewhere {
      queue.addOperation(bench.block("op2") { secondBegins.open() })
      isAdded.open()
    }
    isAdded.wait()
  }
  // end snippet

  private static let oneAtATime = Claim(
    "A04", "A queue of width 1 runs one operation at a time.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "The width is a number of slots, and an operation holds one until it is finished."),
    mutants: [
      .passing("width-2", as: "width-1"),
      .trace(of: "width-1", "op2 begins while op1 runs") { $0.movingToFront(.began, of: "op2") },
    ]
  ) { runs in
    let run = try runs["width-1"]
    let chance = try run.first(.noted, of: "op1")
    let spans = try spans(of: ["op1", "op2"], in: run)
    return .confirmed(
      if: spans[0].end.seq < spans[1].begin.seq && chance.note.contains("not come"),
      "op2 did not begin as long as op1 ran, although op1 waited for it",
      otherwise: "op2 began before op1 had ended", [chance] + spans.flatMap { [$0.begin, $0.end] })
  }

  private static let changesThreads = Claim(
    "A05", "... and on one and the same thread.", source: .a,
    expected: .everywhere(
      .refuted,
      because: """
        The queue borrows a thread from a pool for each operation. Here the first thread is kept \
        busy, so it must borrow another; usually the scheduler decides.
        """),
    mutants: [
      .trace(of: "thread-dictionary", "both on one thread") {
        $0.replacing(.began, of: "fetch") { $0.thread = "T1" }
          .replacing(.began, of: "login") { $0.thread = "T1" }
      },
      .trace(of: "thread-dictionary", "fetch never begins") { $0.removing(.began, of: "fetch") },
      .trace(of: "thread-dictionary", "they run at the same time, in a queue of width 2") {
        $0.movingToFront(.began, of: "fetch")
      },
    ]
  ) { runs in
    let run = try runs["thread-dictionary"]
    let first = try run.first(.began, of: "login")
    let end = try run.first(.ended, of: "login")
    let second = try run.first(.began, of: "fetch")
    guard first.seq < end.seq, end.seq < second.seq else {
      return Judgement(.undecided, "they did not run one after the other", [])
    }
    return .confirmed(
      if: first.thread == second.thread, "both ran on \(first.thread)",
      otherwise: "login ran on \(first.thread), then fetch on \(second.thread)",
      [first, end, second])
  }

  private static let twoAtATime = Claim(
    "A06", "With width 2, two operations run at the same time on two threads.", source: .a,
    expected: .everywhere(
      .confirmed, because: "Two slots are free, and each start() blocks a thread of its own."),
    mutants: [
      .passing("width-1", as: "width-2"),
      .trace(of: "width-2", "both on one thread") {
        $0.replacing(.began) { $0.thread = "T1" }
      },
    ]
  ) { runs in
    let run = try runs["width-2"]
    let chance = try run.first(.noted, of: "op1")
    let spans = try spans(of: ["op1", "op2"], in: run)
    let overlap =
      spans[1].begin.seq < spans[0].end.seq && spans[0].begin.seq < spans[1].end.seq
      && chance.note == "op2 came"
    return .confirmed(
      if: overlap && spans[0].begin.thread != spans[1].begin.thread,
      "op2 began on \(spans[1].begin.thread) while op1 waited for it on \(spans[0].begin.thread)",
      otherwise: "they did not run at the same time on two threads",
      [chance] + spans.flatMap { [$0.begin, $0.end] })
  }

  private static let mainQueueRunsOnMain = Claim(
    "A07a", "The main queue runs its operations on the main thread.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "It hands them to the main thread's run loop, whoever adds them and from where."),
    mutants: [
      .trace(of: "main-queue", "op2 runs where it was added") {
        $0.replacing(.began, of: "op2") { $0.thread = "T1" }
      },
      .trace(of: "main-queue", "op1 never begins") { $0.removing(.began, of: "op1") },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let added = try run.first(.enqueued, of: "op2")
    let begins = try ["op1", "op2"].map { try run.first(.began, of: $0) }
    guard added.thread != "main" else {
      return Judgement(.undecided, "nobody but the main thread added anything", [])
    }
    return .confirmed(
      if: begins.allSatisfy { $0.thread == "main" },
      "both ran on main, also op2, which was added on \(added.thread)",
      otherwise: "an operation ran on another thread than main", [added] + begins)
  }

  private static let mainQueueHasWidthOne = Claim(
    "A07b", "... and has width 1, whatever you set it to.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "There is one main thread. Setting the width of this queue is ignored."),
    mutants: [
      .trace(of: "main-queue", "the width can be set") {
        $0.replacing(.noted, of: "main queue") {
          if $0.note.hasSuffix("after setting it to 2") { $0.note = "width 2" }
        }
      },
      .trace(of: "main-queue", "op2 begins while op1 runs") {
        $0.movingToFront(.began, of: "op2")
      },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let before = try run.first(.noted, of: "main queue")
    let after = try run.last(.noted, of: "main queue")
    let chance = try run.first(.noted, of: "op1")
    let spans = try spans(of: ["op1", "op2"], in: run)
    return .confirmed(
      if: before.note == "width 1" && after.note == "width 1 after setting it to 2"
        && spans[0].end.seq < spans[1].begin.seq && chance.note.contains("not come"),
      "\(before.note), \(after.note), and op2 began after op1 had ended",
      otherwise: "\(before.note), \(after.note)",
      [before, after, chance, spans[0].end, spans[1].begin])
  }

  private static func spans(
    of names: [String], in run: Run
  ) throws -> [(begin: Evidence, end: Evidence)] {
    try names.map { (try run.first(.began, of: $0), try run.first(.ended, of: $0)) }
  }
}
