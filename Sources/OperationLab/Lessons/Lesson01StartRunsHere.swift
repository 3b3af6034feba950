import Foundation

/// Overrides only `main()`, as article A's first subclass does.
private final class MainOnlyOperation: TracedOperation, @unchecked Sendable {
  override func main() {
    log(.began, self)
    log(.ended, self)
  }
}

// snippet: flag-alone
/// BROKEN ON PURPOSE: says that it is asynchronous, and is not.
private final class FlagOnlyOperation: TracedOperation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }

  override func main() {
    log(.began, self)
    log(.ended, self)
  }
}
// end snippet

// snippet: really-asynchronous
/// Sets its work going on another thread, and says when that is done.
private final class ThreadOperation: AsyncOperation, @unchecked Sendable {
  private let log: Log
  private let startReturned: Gate
  private let bench: Bench

  init(_ name: String, bench: Bench, startReturned: Gate) {
    log = bench.log(name)
    self.bench = bench
    self.startReturned = startReturned
    super.init()
    self.name = name
  }

  override func work() {
    bench.elsewhere {
      self.startReturned.wait()
      self.log(.began, self)
      self.log(.ended, self)
      self.finish()
    }
  }
}
// end snippet

/// The target of an invocation.
private struct Photo: Sendable {
  func fetch() -> String { "600 x 400" }
}

extension Lesson {
  static let startRunsHere = Lesson(
    1, "start-runs-here", title: "start() runs the work right here",
    question: "You call start() on an operation. Which thread does the work, and when is it done?",
    programs: [byHand, flagAlone, reallyAsynchronous, byQueue],
    claims: [
      startIsSynchronous, flagIsFalse, flagChangesNothing, WhoRunsIt.invocationRunsHere,
      WhoRunsIt.queueStarts, WhoRunsIt.mainIsACall, WhoRunsIt.startCallsMain,
    ])

  private static let byHand = Program(
    "by-hand", role: .article,
    "Block, invocation and subclass, each started by hand: on the main thread and on another."
  ) { bench in
    // snippet: by-hand
    let here = bench.block("here")
    here.start()
    bench.observe(here)

    let there = bench.block("there")
    let isDone = bench.gate("there is done", isTraced: false)
    bench.elsewhere {
      there.start()
      isDone.open()
    }
    isDone.wait()
    // end snippet

    bench.invocation("invocation", Photo(), Photo.fetch).start()

    // snippet: main-or-start
    let called = bench.watch(MainOnlyOperation(bench.log("called")))
    called.main()
    bench.observe(called, note: "after main()")
    let started = bench.watch(MainOnlyOperation(bench.log("started")))
    started.start()
    bench.observe(started, note: "after start()")
    // end snippet
  }

  private static let flagAlone = Program(
    "flag-alone", role: .broken,
    "isAsynchronous of Foundation's own operations; then a subclass that overrides nothing else."
  ) { bench in
    let log = bench.log("flags")
    log(.noted, note: "Operation: \(Operation().isAsynchronous)")
    log(.noted, note: "BlockOperation: \(BlockOperation {}.isAsynchronous)")
    log(
      .noted,
      note: "InvocationOperation: \(InvocationOperation(Photo(), Photo.fetch).isAsynchronous)")
    let operation = bench.watch(FlagOnlyOperation(bench.log("flag only")))
    log(.noted, note: "FlagOnlyOperation: \(operation.isAsynchronous)")
    bench.log("caller")(.noted, note: "calls start()")
    operation.start()
    bench.log("caller")(.noted, note: "is back from start()")
  }

  private static let reallyAsynchronous = Program(
    "really-asynchronous", role: .fixed,
    "A subclass that hands its work to another thread: start() returns before the work begins."
  ) { bench in
    let isBack = bench.gate("start() has returned")
    let operation = bench.watch(
      ThreadOperation("thread", bench: bench, startReturned: isBack))
    bench.log("caller")(.noted, note: "calls start()")
    operation.start()
    bench.log("caller")(.noted, note: "is back from start()")
    isBack.open()
  }

  private static let byQueue = Program(
    "by-queue", role: .article, "Nobody calls start(); the operation is put into a queue."
  ) { bench in
    // snippet: by-queue
    let queue = bench.queue("downloads")
    queue.addOperation(bench.block("queued"))
    // end snippet
  }

  private static let startIsSynchronous = Claim(
    "C01", "start() alone runs the work synchronously on the thread that called it.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: "start() is an ordinary method: it calls main() and returns when main() does."),
    mutants: [
      .trace(of: "by-hand", "the body runs on another thread") {
        $0.replacing(.began, of: "here") { $0.thread = "T9" }
      },
      .trace(of: "by-hand", "start() returns before the body ends") {
        $0.movingToEnd(.ended, of: "there")
      },
    ]
  ) { runs in
    let run = try runs["by-hand"]
    var evidence: [Evidence] = []
    var isHere = true
    for name in ["here", "there"] {
      let start = try run.first(.started, of: name)
      let end = try run.first(.ended, of: name)
      let back = try run.first(.returned, of: name)
      let body = try run.first(.began, of: name)
      isHere = isHere && body.thread == start.thread && end.seq < back.seq
      evidence += [start, body, end, back]
    }
    return .confirmed(
      if: isHere, "both bodies ran on the calling thread, and ended before start() returned",
      otherwise: "a body ran on another thread, or start() returned before it ended", evidence)
  }

  private static let flagIsFalse = Claim(
    "C02", "isAsynchronous is false by default, for block and invocation operations too.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "None of them sets work going elsewhere; the kit's invocation inherits the default."),
    mutants: [
      .trace(of: "flag-alone", "a block operation says true") {
        $0.replacing(.noted, of: "flags") {
          if $0.note.hasPrefix("Block") { $0.note = "BlockOperation: true" }
        }
      },
      .trace(of: "flag-alone", "nobody asked") { $0.removing(.noted, of: "flags") },
    ]
  ) { runs in
    let run = try runs["flag-alone"]
    let answers = ["Operation", "BlockOperation", "InvocationOperation"].map { type in
      run.all(.noted, of: "flags").first { $0.note.hasPrefix("\(type): ") }
    }
    guard answers.allSatisfy({ $0 != nil }) else {
      throw MissingEvidence.event(.noted, subject: "flags", program: run.program)
    }
    let evidence = answers.compactMap { $0 }
    return .confirmed(
      if: evidence.allSatisfy { $0.note.hasSuffix(": false") }, "all three say false",
      otherwise: evidence.map(\.note).joined(separator: ", "), evidence)
  }

  private static let flagChangesNothing = Claim(
    "C03",
    "Overriding isAsynchronous to return true does not by itself make the work asynchronous.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The property only describes the operation to others. Whoever starts it by hand may ask; \
        a queue never does.
        """),
    mutants: [
      .passing("really-asynchronous", as: "flag-alone"),
      .trace(of: "flag-alone", "the body runs elsewhere") {
        $0.replacing(.began, of: "flag only") { $0.thread = "T1" }
      },
    ]
  ) { runs in
    let run = try runs["flag-alone"]
    let call = try run.first(.noted, of: "caller", note: "calls start()")
    let body = try run.first(.began, of: "flag only")
    let back = try run.first(.noted, of: "caller", note: "is back from start()")
    return .confirmed(
      if: body.thread == call.thread && body.seq < back.seq,
      "the body ran on the caller's thread, \(call.thread), before start() returned",
      otherwise: "the body ran on \(body.thread), the caller on \(call.thread)",
      [call, body, back])
  }
}
