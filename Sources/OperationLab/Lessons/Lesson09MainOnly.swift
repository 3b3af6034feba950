extension Lesson {
  static let mainOnly = Lesson(
    9, "main-only", title: "Overriding main() is enough, unless you call it yourself",
    question: """
      A subclass overrides main() and nothing else. Who says that it is finished? And what happens \
      to code in main() when somebody calls cancel()?
      """,
    programs: MainOnlyPrograms.all,
    claims: [
      neverFinishesInQueue, mainAloneFinishesNothing, mainIsEnough, cancelIsAFlag, lookingStops,
      oneAfterAnother,
    ])

  private static let neverFinishesInQueue = Claim(
    "A12a",
    """
    A subclass that overrides only main() never reports finished when put in a queue: it stays \
    there and its completion block does not run.
    """,
    source: .a,
    expected: .everywhere(
      .refuted,
      because: """
        The article is wrong. A queue calls start(), and the inherited start() calls main() and \
        reports the end itself. The article's own program called main() directly: see A12b.
        """),
    mutants: [
      .trace(of: "three-ways", "queued stays in its queue, in silence") {
        $0.removing(.completed, of: "queued").replacing(.settled, of: "queued") {
          $0.state = [.ready]
          $0.note = "in prints"
        }
      },
      .trace(of: "three-ways", "its completion block does not run") {
        $0.removing(.completed, of: "queued")
      },
      .trace(of: "three-ways", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["three-ways"]
    let end = try run.last(.settled, of: "queued")
    let completion = try run.occurrence(of: .completed, of: "queued")
    let signs = [
      !end.state.contains(.finished), end.note == "in prints", completion.isNever,
    ]
    let evidence = [try run.first(.ended, of: "queued"), completion.evidence, end]
    if Set(signs).count == 2 {
      return Judgement(.undecided, "only a part of the statement holds", evidence)
    }
    return .confirmed(
      if: signs[0], "it stayed in its queue, unfinished",
      otherwise: "it finished, left its queue, and its completion block ran", evidence)
  }

  private static let mainAloneFinishesNothing = Claim(
    "A12b",
    """
    What the article saw: after a direct call of main(), isFinished stays false for ever, and the \
    completion block does not run.
    """,
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        main() is only the work; start() keeps the books. The article took the false isFinished \
        for a missing override. What was missing was the call of start().
        """),
    mutants: [
      .passing("start-by-hand", as: "main-by-hand"),
      .trace(of: "three-ways", "main() finishes the operation") {
        $0.replacing(.settled, of: "called") { $0.state.insert(.finished) }
      },
      .trace(of: "three-ways", "its completion block runs") {
        $0.inserting(.completed, of: "called")
      },
      .trace(of: "three-ways", "main() was never called") { $0.removing(.ended, of: "called") },
    ]
  ) { runs in
    let (run, waiter) = (try runs["three-ways"], try runs["main-by-hand"])
    let work = try run.first(.ended, of: "called")
    let end = try run.last(.settled, of: "called")
    let completion = try run.occurrence(of: .completed, of: "called")
    let show = try waiter.occurrence(of: .started, of: "show")
    return .confirmed(
      if: !end.state.contains(.finished) && completion.isNever && show.isNever,
      "the work was done; the operation stayed \(end.state), and what depends on it never started",
      otherwise: "it was \(end.state) in the end, or somebody was told of its end",
      [work, end, try waiter.first(.ended, of: "print"), show.evidence])
  }

  private static let mainIsEnough = Claim(
    "C23", "Overriding main() is enough for a synchronous subclass.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited start() sets executing, calls main(), sets finished, and announces all of \
        it, whoever calls it.
        """),
    mutants: [
      .trace(of: "three-ways", "main() runs before it is executing") {
        $0.replacing(.began, of: "queued") { $0.state = [.ready] }
      },
      .trace(of: "three-ways", "started is not finished in the end") {
        $0.replacing(.settled, of: "started") { $0.state = [.ready] }
      },
      .trace(of: "three-ways", "queued stays in its queue") {
        $0.replacing(.settled, of: "queued") { $0.note = "in prints" }
      },
      .trace(of: "three-ways", "a completion block does not run") {
        $0.removing(.completed, of: "started")
      },
    ]
  ) { runs in
    let run = try runs["three-ways"]
    var (evidence, holds): ([Evidence], Bool) = ([], true)
    for name in ["started", "queued"] {
      let body = try run.first(.began, of: name)
      let end = try run.last(.settled, of: name)
      let completion = try run.first(.completed, of: name)
      holds =
        holds && body.state.contains(.executing) && end.state.contains(.finished)
        && end.note == "in no queue"
      evidence += [body, completion, end]
    }
    return .confirmed(
      if: holds, "by hand and by queue: executing in main(), finished and announced afterwards",
      otherwise: "a state was wrong, or the operation stayed in its queue", evidence)
  }

  private static let cancelIsAFlag = Claim(
    "A13", "cancel() only sets a flag: running code goes on until it looks at isCancelled.",
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: "Nothing can stop a thread from outside safely; so nobody but the code itself does."),
    mutants: [
      .passing("looks-at-cancel", as: "ignores-cancel"),
      .trace(of: "ignores-cancel", "cancel() comes after the last step") {
        $0.movingToEnd(.cancelled, of: "loop")
      },
      .trace(of: "ignores-cancel", "the flag is not set") {
        $0.replacing(.noted, of: "loop") { $0.state.remove(.cancelled) }
      },
    ]
  ) { runs in
    let run = try runs["ignores-cancel"]
    let cancelled = try run.first(.cancelled, of: "loop")
    let ended = try run.first(.ended, of: "loop")
    let later = run.all(.noted, of: "loop").filter { $0.seq > cancelled.seq }
    return .confirmed(
      if: later.map(\.note) == ["step 2", "step 3"]
        && later.allSatisfy { $0.state.contains(.cancelled) },
      "steps 2 and 3 ran with isCancelled true all the time",
      otherwise: "after cancel() there came \(later.count) of the two steps left",
      [cancelled] + later + [ended])
  }

  private static let lookingStops = Claim(
    "C24",
    "A body that polls isCancelled stops early once cancelled, and the operation still finishes.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "Returning from main() is all it takes: start() reports finished, as after success."),
    mutants: [
      .passing("ignores-cancel", as: "looks-at-cancel"),
      .trace(of: "looks-at-cancel", "it never finishes") {
        $0.replacing(.settled, of: "loop") { $0.state.remove(.finished) }
      },
      .trace(of: "looks-at-cancel", "it stays in its queue") {
        $0.replacing(.settled, of: "loop") { $0.note = "in loops" }
      },
      .trace(of: "looks-at-cancel", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["looks-at-cancel"]
    let cancelled = try run.first(.cancelled, of: "loop")
    let ended = try run.first(.ended, of: "loop")
    let end = try run.last(.settled, of: "loop")
    let steps = run.all(.noted, of: "loop")
    return .confirmed(
      if: steps.map(\.note) == ["step 1"] && cancelled.seq < ended.seq
        && end.state.contains(.finished) && end.note == "in no queue",
      "only step 1 ran; the operation was finished and left its queue",
      otherwise: "\(steps.count) steps ran; it was \(end.state), \(end.note)",
      steps + [cancelled, ended, end])
  }

  private static let oneAfterAnother = Claim(
    "E01",
    "The serial subclass with width 1: operations run strictly one after another.", source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        But the width alone does it. The lock in the subclass is one lock for each operation and \
        keeps nobody else out: with width 2 the same operations overlap.
        """),
    mutants: [
      .passing("serial-wide", as: "serial"),
      .trace(of: "serial", "the second begins before the first ends") {
        $0.movingToFront(.began, of: "count 2")
      },
      .trace(of: "serial", "the third never ends") { $0.removing(.ended, of: "count 3") },
    ]
  ) { runs in
    let run = try runs["serial"]
    let bodies = try MainOnlyPrograms.counts.flatMap {
      [try run.first(.began, of: $0), try run.first(.ended, of: $0)]
    }
    let chance = try run.first(.noted, of: "count 1")
    let peak = run.peak(between: .began, and: .ended)
    return .confirmed(
      if: peak == 1 && chance.note == "no other began meanwhile",
      "never two at a time, although the first gave the others every chance",
      otherwise: "\(peak) bodies ran at the same time", bodies + [chance])
  }
}
