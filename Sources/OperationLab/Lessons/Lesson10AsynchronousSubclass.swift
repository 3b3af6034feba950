extension Lesson {
  static let asynchronousSubclass = Lesson(
    10, "asynchronous-subclass", title: "The whole contract of an asynchronous operation",
    question: """
      An operation's start() returns while its work goes on elsewhere. What must the subclass \
      override and announce, and what does each part cost you if you leave it out?
      """,
    programs: AsynchronousSubclassPrograms.all,
    claims: [wholeContract, endMustBeAnnounced, executingIsForOthers] + Unannounced.claims + [
      statesWhileItRuns, aliasKeys, startRace, observersPost, observersAreUnsound,
    ])

  private static let wholeContract = Claim(
    "C25",
    """
    An asynchronous subclass overrides start, isAsynchronous, isExecuting, isFinished, and never \
    calls super.start().
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited getters and the inherited start() speak of main() only. Without isExecuting \
        the operation denies that it works; with super.start(), main() is called twice. \
        (isAsynchronous is for readers: no queue asks it.)
        """),
    mutants: [
      .passing("no-is-executing", as: "whole"),
      .passing("super-start", as: "whole"),
      .passing("whole", as: "super-start"),
      .passing("whole", as: "no-is-executing"),
      .trace(of: "whole", "the end comes before start() returns") {
        $0.movingToFront(.finished, of: "first")
      },
    ]
  ) { runs in
    let whole = try runs["whole"]
    let back = try whole.first(.returned, of: "first")
    let working = try whole.first(.settled, of: "first")
    let finished = try whole.first(.finished, of: "first")
    let end = try whole.last(.settled, of: "first")
    let works =
      whole.all(.noted, of: "first").count == 1 && back.seq < working.seq
      && working.seq < finished.seq && working.state == [.ready, .executing]
      && end.state == [.ready, .finished] && end.note == "in no queue"
    let denial = try runs["no-is-executing"].first(.settled, of: "first")
    let twice = try runs["super-start"].all(.noted, of: "first")
    _ = try runs["super-start"].last(.settled, of: "first")
    return .confirmed(
      if: works && !denial.state.contains(.executing) && twice.count == 2,
      """
      whole: executing after start() had returned, finished later; without isExecuting: \
      '\(denial.state)' at work; with super.start(): \(twice.count) requests
      """,
      otherwise: "the whole contract did not work, or a part of it could be left out",
      [back, working, finished, end, denial] + twice)
  }

  private static let endMustBeAnnounced = Claim(
    "C26a",
    """
    It must notify the change of isFinished; without the notification the queue does not learn of \
    the end.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue does not keep asking. On Linux it asks once more when start() returns, which hides \
        the mistake in operations that end before that; this one ends later.
        """),
    mutants: [
      .passing("whole", as: "no-notification"),
      .passing("no-notification", as: "whole"),
      .trace(of: "no-notification", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "no-notification", "it is not even finished") {
        $0.replacing(.settled, of: "first") { $0.state = [.ready, .executing] }
      },
    ]
  ) { runs in
    let (silent, whole) = (try runs["no-notification"], try runs["whole"])
    let end = try silent.last(.settled, of: "first")
    let next = try silent.occurrence(of: .started, of: "next")
    let usual = try whole.occurrence(of: .started, of: "next")
    return .confirmed(
      if: end.state.contains(.finished) && end.note == "in downloads" && next.isNever
        && !usual.isNever,
      "finished, but still in its queue, and the next operation never started",
      otherwise: "the queue let go of it, or the announcement made no difference",
      [end, next.evidence, usual.evidence])
  }

  private static let executingIsForOthers = Claim(
    "C26b",
    "... while that of isExecuting is not for the queue, which gets past the operation without it.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue waits for isFinished alone. isExecuting is for everybody else: whoever watches \
        or asks is told that the operation does nothing. Announce it all the same.
        """),
    mutants: [
      .passing("no-notification", as: "no-is-executing"),
      .trace(of: "no-is-executing", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "no-is-executing", "nobody looked") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["no-is-executing"]
    let working = try run.first(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    return .confirmed(
      if: !next.isNever, "the queue got past it; but at work it was only '\(working.state)'",
      otherwise: "the next operation never started",
      [working, next.evidence])
  }

  private static let statesWhileItRuns = Claim(
    "A14",
    "While it runs: executing 1, finished 0, in the queue 1; afterwards 0, 1, 0.", source: .a,
    expected: .everywhere(
      .confirmed, because: "The getters say what the subclass says, and the queue believes them."),
    mutants: [
      .trace(of: "article", "it is finished while it runs") {
        $0.replacing(.observed, of: "first") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "it goes on executing") {
        $0.replacing(.observed, of: "first") { $0.state.insert(.executing) }
      },
      .trace(of: "article", "it stays in its queue") {
        $0.replacing(.observed, of: "first") { $0.note = "1 in the queue" }
      },
    ]
  ) { runs in
    let looks = try runs["article"].all(.observed, of: "first")
    guard looks.count == 2 else {
      throw MissingEvidence.event(.observed, subject: "first", program: "article")
    }
    let seen = looks.map { look in
      (look.state.contains(.executing) ? "1" : "0") + (look.state.contains(.finished) ? "1" : "0")
        + look.note.prefix(1)
    }
    return .confirmed(
      if: seen == ["101", "010"], "executing, finished, in the queue: 1 0 1, then 0 1 0",
      otherwise: "executing, finished, in the queue: \(seen.joined(separator: ", then "))", looks)
  }

  private static let aliasKeys = Claim(
    "A15",
    "Posting the keys executing/finished instead of isExecuting/isFinished is enough.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        Foundation on Linux knows both spellings. The documentation promises only isExecuting and \
        isFinished; it is reported that on iOS 9 the short ones did not do, and on iOS 11 they did.
        """),
    mutants: [
      .passing("no-notification", as: "alias-keys"),
      .trace(of: "alias-keys", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "alias-keys", "it stays in its queue") {
        $0.replacing(.settled, of: "first") { $0.note = "in downloads" }
      },
    ]
  ) { runs in
    let run = try runs["alias-keys"]
    let finished = try run.first(.finished, of: "first")
    let end = try run.last(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    return .confirmed(
      if: end.note == "in no queue" && !next.isNever, "the queue let go of it and started the next",
      otherwise: "the queue did not learn of the end", [finished, end, next.evidence])
  }
}
