import Foundation

/// The target of an invocation.
private struct Photo: Sendable {
  func fetch() -> String { "600 x 400" }
}

extension Lesson {
  static let cancelBeforeStart = Lesson(
    2, "cancel-before-start", title: "Cancelled is not finished",
    question: "An operation that is in no queue is cancelled before it starts. Is it finished now?",
    programs: [cancelThenStart, cancelAfterEnd, waitForCancelled, startThenWait],
    claims: [cancelOnlyMarks, startFinishes, allCancelAlike, cancelFinishes, tooLate])

  // snippet: article
  private static let cancelThenStart = Program(
    "article", role: .article,
    "A block and an invocation operation, in no queue: cancel(), look, start(), look again."
  ) { bench in
    // snippet: cancel-then-start
    let operations = [bench.block("block"), bench.invocation("invocation", Photo(), Photo.fetch)]
    for operation in operations {
      operation.cancel()
      bench.observe(operation, note: "after cancel()")
      operation.start()
      bench.observe(operation, note: "after start()")
    }
    // end snippet
  }
  // end snippet

  private static let cancelAfterEnd = Program(
    "too-late", role: .article, "A block operation runs to its end, and is cancelled then."
  ) { bench in
    let block = bench.block("block")
    block.start()
    bench.observe(block, note: "after the end")
    block.cancel()
    bench.observe(block, note: "after cancel()")
  }

  // snippet: wait-for-cancelled
  /// BROKEN ON PURPOSE: takes cancelled for finished, and waits for an end that never comes.
  private static let waitForCancelled = Program(
    "wait-for-cancelled", role: .broken,
    "cancel(), then waitUntilFinished(), as if cancelling an operation finished it.",
    expected: .hangs
  ) { bench in
    let block = bench.block("block")
    block.cancel()
    bench.log("program")(.waiting, note: "for operation block")
    block.waitUntilFinished()
    bench.log("program")(.noted, note: "waitUntilFinished() returned")
  }
  // end snippet

  // snippet: start-then-wait
  private static let startThenWait = Program(
    "start-then-wait", role: .fixed,
    "The same with start() between: it is start() that finishes a cancelled operation."
  ) { bench in
    let block = bench.block("block")
    block.cancel()
    block.start()
    bench.log("program")(.waiting, note: "for operation block")
    block.waitUntilFinished()
    bench.log("program")(.noted, note: "waitUntilFinished() returned")
  }
  // end snippet

  private static let cancelOnlyMarks = Claim(
    "C06",
    "After cancel() and before start(), isCancelled is true and isFinished still false.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "cancel() sets a flag and makes the operation ready; it ends nothing."),
    mutants: [
      .trace(of: "article", "cancel() finishes the operation") {
        $0.replacing(.observed, of: "block") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "cancel() does nothing") {
        $0.replacing(.observed) { $0.state.remove(.cancelled) }
      },
    ]
  ) { runs in
    let run = try runs["article"]
    let looks = try ["block", "invocation"].map {
      try run.first(.observed, of: $0, note: "after cancel()")
    }
    return .confirmed(
      if: looks.allSatisfy { $0.state.contains(.cancelled) && !$0.state.contains(.finished) },
      "both were cancelled and not finished", otherwise: describe(looks), looks)
  }

  private static let startFinishes = Claim(
    "C07", "start() on a cancelled operation never runs the body and sets isFinished.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        start() checks isCancelled first; a cancelled operation goes straight to finished, so \
        that whoever waits for it can go on.
        """),
    mutants: [
      .trace(of: "article", "the body runs") { $0.inserting(.began, of: "block") },
      .trace(of: "article", "start() leaves it unfinished") {
        $0.replacing(.observed) { $0.state.remove(.finished) }
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["article"]
    var evidence: [Evidence] = []
    var holds = true
    for name in ["block", "invocation"] {
      let body = try run.occurrence(of: .began, of: name)
      let after = try run.first(.observed, of: name, note: "after start()")
      holds = holds && body.isNever && after.state.contains(.finished)
      evidence += [try run.first(.started, of: name), after, body.evidence]
    }
    return .confirmed(
      if: holds, "both finished in start(), and neither body ever began",
      otherwise: "a body ran, or an operation was not finished after start()", evidence)
  }

  private static let allCancelAlike = Claim(
    "C08", "Block and invocation operations cancel alike.", source: .c,
    expected: .everywhere(
      .confirmed, because: "Neither overrides cancel() or start(): both behave as Operation does."),
    mutants: [
      .trace(of: "article", "the invocation runs though cancelled") {
        $0.inserting(.began, of: "invocation")
      },
      .trace(of: "article", "the invocation does not notice") {
        $0.replacing(.observed, of: "invocation") { $0.state.remove(.cancelled) }
      },
    ]
  ) { runs in
    let run = try runs["article"]
    // What happened to each, without when and where.
    let stories = ["block", "invocation"].map { name in
      run.trace.events.filter { $0.subject == name }.map { "\($0.phrase): \($0.state)" }
    }
    let ends = try ["block", "invocation"].map { try run.last(.settled, of: $0) }
    let looks = run.all(.observed)
    return .confirmed(
      if: stories[0] == stories[1], "the same events with the same states, one after the other",
      otherwise: "their stories differ", looks + ends)
  }

  private static let cancelFinishes = Claim(
    "C09",
    "Cancelling an operation that is in no queue marks it finished at once.", source: .c,
    expected: .everywhere(
      .refuted,
      because: """
        The article translates a sentence of Apple's documentation, but its own log (C06) shows \
        the opposite, and so does this run: only start() finishes it.
        """),
    mutants: [
      .trace(of: "article", "it is finished at once") {
        $0.replacing(.observed, of: "block") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "nobody looked") { $0.removing(.observed, of: "block") },
      .passing("start-then-wait", as: "wait-for-cancelled"),
    ]
  ) { runs in
    let look = try runs["article"].first(.observed, of: "block", note: "after cancel()")
    let waiter = try runs["wait-for-cancelled"]
    let waiting = try waiter.first(.waiting, of: "program")
    let end = try waiter.last(.settled, of: "block")
    return .confirmed(
      if: look.state.contains(.finished) || end.state.contains(.finished),
      "it was finished after cancel()",
      otherwise: "after cancel() it was \(look.state); waiting for its end never ended",
      [look, waiting, end])
  }

  private static let tooLate = Claim(
    "C10", "Cancelling an operation that has already finished has no effect.", source: .c,
    expected: .everywhere(
      .confirmed, because: "cancel() returns at once when isFinished is true; nothing is marked."),
    mutants: [
      .trace(of: "too-late", "it is marked as cancelled") {
        $0.replacing(.observed, of: "block") {
          if $0.note == "after cancel()" { $0.state.insert(.cancelled) }
        }
      },
      .trace(of: "too-late", "it had not finished before") {
        $0.replacing(.observed, of: "block") { $0.state = [.ready] }
      },
    ]
  ) { runs in
    let run = try runs["too-late"]
    let before = try run.first(.observed, of: "block", note: "after the end")
    let after = try run.first(.observed, of: "block", note: "after cancel()")
    return .confirmed(
      if: before.state.contains(.finished) && after.state == before.state,
      "\(before.state) before and after", otherwise: describe([before, after]), [before, after])
  }

  private static func describe(_ looks: [Evidence]) -> String {
    looks.map { "\($0.subject) \($0.note): \($0.state)" }.joined(separator: "; ")
  }
}
