import OperationTesting

// Article D's table, which no lock guards, and the closures that hold what holds them.
extension Lesson20 {
  static let tableLosesEntries = Claim(
    "D06h",
    """
    The article's table is changed by two threads, and no lock guards it: what one puts in while \
    the other takes something out may be lost, and can then not be cancelled.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        download() changes the table on its caller's thread, the completion block on another. In the \
        article it is a plain dictionary: losing an entry is the best that can happen.
        """),
    Scenario(
      "loses-an-entry",
      given: twoThreadsChangeTable + [
        .order(
          takesOut, .marked(willHold(["download 1", "download 2"]), by: "table"), holdsSecond,
          putsBack, cancelsTwo)
      ],
      expect: [
        .order(cancelsTwo, .marked(getsPicture, by: "picture 2")),
        .marks([getsPicture], by: "picture 2"),
      ]),
    Scenario(
      "keeps-every-entry",
      given: twoThreadsChangeTable + [
        .order(
          takesOut, putsBack, .marked(willHold(["download 2"]), by: "table"), holdsSecond,
          cancelsTwo),
        .order(cancelsTwo, .marked(getsError("cancelled"), by: "picture 2")),
        .marks([getsError("cancelled")], by: "picture 2"),
      ],
      expect: []))

  static let closuresHoldTheirOperation = Claim(
    "D06i",
    """
    The article's closures and its completion block capture the operation that keeps them: it is \
    never deallocated.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The operation holds its closures, and each closure holds the operation, to ask for its \
        address. Capture weakly, or drop the closures at the end.
        """),
    Scenario(
      "captures-itself",
      given: heldByItsClosuresOnly + [
        .flags(.finished, at: .settled("download 1")), .place(nil, at: .settled("download 1")),
      ],
      expect: [.never(.released("download 1"))]),
    Scenario(
      "captures-weakly", given: heldByItsClosuresOnly + [.happens(.released("download 1"))],
      expect: []))
}
