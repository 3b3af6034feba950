// The claims of lesson 10 about two threads at once.
extension Lesson {
  static let startRace = Claim(
    "C27",
    """
    With the article's own start(), which detaches the thread first and sets executing afterwards, \
    the operation can end up executing and finished.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        The new thread may be through before the old one goes on. Then the late 'executing' \
        overwrites the end. Setting it before the work begins leaves no such moment.
        """),
    mutants: [
      .passing("set-before-detaching", as: "set-after-detaching"),
      .passing("set-after-detaching", as: "set-before-detaching"),
      .trace(of: "set-after-detaching", "start() returns before the end") {
        $0.movingToFront(.returned, of: "first")
      },
      .trace(of: "set-after-detaching", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (late, early) = (try runs["set-after-detaching"], try runs["set-before-detaching"])
    let finished = try late.first(.finished, of: "first")
    let back = try late.first(.returned, of: "first")
    let end = try late.last(.settled, of: "first")
    let right = try early.last(.settled, of: "first")
    return .confirmed(
      if: finished.seq < back.seq && end.state.isSuperset(of: [.executing, .finished])
        && right.state == [.ready, .finished],
      "'\(end.state)' for ever; set before, in the same order of threads: '\(right.state)'",
      otherwise: "'\(end.state)' in the end; set before: '\(right.state)'",
      [finished, back, end, right])
  }

  static let observersPost = Claim(
    "D01a",
    """
    Property observers post the notifications at the right moments: just before and just after \
    the change.
    """,
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: "willSet runs with the old value still in place, didSet with the new one."),
    mutants: [
      .trace(of: "observers", "the second notification comes before the change") {
        $0.replacing(.finished, of: "first") { $0.state = [.ready] }
      },
      .trace(of: "observers", "the first comes after it") {
        $0.replacing(.observed, of: "first") { $0.state = [.ready, .finished] }
      },
      .trace(of: "observers", "the queue does not learn of it") {
        $0.removing(.started, of: "next")
      },
    ]
  ) { runs in
    let run = try runs["observers"]
    let before = try run.first(.observed, of: "first", note: "in willSet")
    let after = try run.first(.finished, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    return .confirmed(
      if: !before.state.contains(.finished) && after.state.contains(.finished) && !next.isNever,
      "'\(before.state)' in willSet, '\(after.state)' in didSet, and the queue went on",
      otherwise: "'\(before.state)' in willSet, '\(after.state)' in didSet",
      [before, after, next.evidence])
  }

  static let observersAreUnsound = Claim(
    "D01b",
    "... and they are a sound way to do so when two threads may end the operation.", source: .d,
    expected: .everywhere(
      .refuted,
      because: """
        Nothing keeps the second thread out between the question and the change, nor a reader out \
        of the change itself (a data race). And no lock can be put around them, because they would \
        announce while it is held.
        """),
    mutants: [
      .passing("one-lock", as: "observers-two-ends"),
      .trace(of: "observers-two-ends", "only one of the two ends it") { $0.removing(.noted) },
      .trace(of: "observers-two-ends", "the end is never reported") { $0.removing(.finished) },
      .passing("observers-two-ends", as: "one-lock"),
    ]
  ) { runs in
    let (open, locked) = (try runs["observers-two-ends"], try runs["one-lock"])
    _ = try (open.first(.finished, of: "first"), locked.first(.finished, of: "first"))
    let ends = open.all(.noted, of: "first")
    let cure = locked.all(.noted, of: "first")
    guard !ends.isEmpty, cure.count == 1 else {
      return Judgement(.undecided, "the two runs cannot be compared", ends + cure)
    }
    let reports = open.all(.finished, of: "first")
    return .confirmed(
      if: ends.count == 1 && reports.count == 1, "only one of the two threads ended it",
      otherwise: """
        it \(ends.map(\.note).joined(separator: " and ")), and reported finished \
        \(reports.count) times; with one lock it \(cure[0].note) and no more
        """, ends + reports + cure)
  }
}
