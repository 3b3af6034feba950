import OperationTesting

// Several requests for one address: the kit's manager, and article D's.
extension Lesson20 {
  static let forgetsTheRightOne = Claim(
    "D06e",
    """
    The article's manager, which forgets by address in the completion block, forgets the right \
    one: a download that is cancelled and asked for again can be cancelled again.
    """,
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The completion block of the old operation runs after the new one was put into the table \
        under the same address, and removes that. The new one runs on, known to nobody. Compare \
        the operation, not the address.
        """),
    Scenario(
      "forgets-the-new",
      given: cancelledAskedAndCancelled + [
        .added("download 2", to: "downloads"),
        .order(.marked(willHold(["download 1"]), by: "table"), cancelsFirst),
        .order(
          .marked(willHold(["download 2"]), by: "table"), .added("download 2"),
          .completed("download 1"), cancelsSecond),
        .order(removal, .completed("download 1")),
        .sameThread(removal, .completed("download 1")),
        .any(
          .fact(.mark(willHold([])), at: removal), .marks([getsError("cancelled")], by: "second")),
      ],
      expect: [.marks([getsError("cancelled")], by: "second")]),
    Scenario(
      "forgets-its-own",
      given: cancelledAskedAndCancelled + [.marks([getsError("cancelled")], by: "second")],
      expect: []))

  static let articleTransfersTwice = Claim(
    "D06f",
    "With the article's manager two requests for one address are two transfers, each for itself.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It makes a new operation for each request, and the table knows the last one only: \
        cancelling the address would leave the other running.
        """),
    in: "asks-twice", given: [bothAskedFirst(requests: 2)],
    expect: [
      .marks([wasAsked(for: "/picture /picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])

  static let shares = Claim(
    "D06g", "With the kit's manager they share one transfer, and each gets the picture.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "The table holds, for each address, one operation and all who wait for it."),
    in: "shares-transfer", given: [bothAskedFirst(requests: 1)],
    expect: [
      .marks([wasAsked(for: "/picture")], by: "server"),
      .marks([asksNow, getsPicture], by: "first"), .marks([asksNow, getsPicture], by: "second"),
    ])
}
