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
    mutants: [
      .passing("no-notification", as: "silent-in-time"),
      .trace(of: "silent-in-time", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "silent-in-time", "the end is announced") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.kind == .finished }) else { return }
          var event = events[place]
          event.kind = .announced
          event.set(.key("isFinished"))
          events.insert(event, at: place + 1)
        }
      },
      .trace(of: "silent-in-time", "it ended after start() had returned") {
        $0.movingToEnd(.finished, of: "first")
      },
    ]
  ) { runs in
    let run = try runs["silent-in-time"]
    try run.enqueued(together: ["first", "next"], in: "downloads", width: 1)
    let started = try run.first(.started, of: "first")
    let finished = try run.first(.finished, of: "first")
    let back = try run.first(.returned, of: "first")
    try run.require(
      finished.state.contains(.finished) && started.seq < finished.seq && finished.seq < back.seq
        && finished.thread == started.thread, "first ended before its start() had returned")
    _ = try run.first(.observed, of: "first", note: "inherited isFinished false")
    for key in ["isFinished", "finished"] {
      try run.require(
        run.announcement(of: key, by: "first").isNever, "nobody was told of the end")
    }
    let end = try run.last(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    if next.isNever {
      try run.stuck("first", .finishNotAnnounced)
      try run.stuck("next", .noFreeSlot, waitsFor: ["first"])
    }
    return .confirmed(
      if: end.note == "in no queue" && !next.isNever,
      "nobody was told, and the queue let go of it all the same",
      otherwise: "its queue kept it, and never started another",
      [finished, back, end, next.evidence])
  }

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
    mutants: [
      .passing("whole", as: "own-key"),
      .trace(of: "own-key", "it is not even finished") {
        $0.replacing(.settled, of: "first") { $0.state = [.ready, .executing] }
      },
      .passing("no-notification", as: "own-key"),
      .trace(of: "own-key", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let download = try Download(runs["own-key"])
    let told = try download.ending(announced: "state")
    if download.next.isNever {
      try download.run.stuck("first", .finishNotAnnounced)
      try download.run.stuck("next", .noFreeSlot, waitsFor: ["first"])
    }
    return .confirmed(
      if: download.end.state.contains(.finished) && download.end.note == "in downloads"
        && download.next.isNever,
      "finished, but still in its queue, and the next operation never started",
      otherwise: "the queue let go of it",
      [download.finished, told, download.end, download.next.evidence])
  }
}
