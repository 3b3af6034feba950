import OperationDownloads
import OperationTesting

/// What lesson 10 has to say of ends that are not announced, or under a name that nobody knows.
extension Lesson10 {
  static let unannouncedEndIsNoticed = Claim(
    "C26c",
    """
    An end that is not announced is noticed all the same if it comes before start() has returned: \
    the queue lets go of the operation.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported("robertmryan/Operation-Test-Swift, README"),
      because: """
        The queue on Linux looks at isFinished once when start() returns. Reports from Apple's \
        platforms say that the mistake does not show there, either. The documentation promises no \
        such look and demands the notification: announce every end.
        """),
    in: "silent-in-time",
    given: announcesEnd(as: nil) + [
      .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
      .order(.started("first"), .finished("first"), .returned("first")),
      .sameThread(.started("first"), .finished("first")),
      .flags(.finished, at: .finished("first")),
      .fact(.mark(inheritedIsFinished(false)), at: .observed("first")),
      .any(.happens(.started("next")), .stuck("next", .noFreeSlot, waitsFor: ["first"])),
    ],
    expect: [.place(nil, at: .settled("first")), .happens(.started("next"))])

  static let ownKeyIsUnknown = Claim(
    "C26d", "Announcing a key of the subclass's own, such as state, tells the queue nothing.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue listens to isFinished. On macOS a subclass may declare, with \
        keyPathsForValuesAffectingIsFinished, that isFinished depends on its own key, and then one \
        announcement does for both. On Linux there is nothing that would read such a declaration.
        """),
    in: "own-key", given: endsLater + announcesEnd(as: "state"),
    expect: [
      .flags(.finished, at: .settled("first")), .place("downloads", at: .settled("first")),
      .stuck("first", .finishNotAnnounced), .never(.started("next")),
      .stuck("next", .noFreeSlot, waitsFor: ["first"]),
    ])
}
