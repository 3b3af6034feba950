import OperationBench

extension Rule {
  package static let completesInAQueue: Rule = .init(
    "completes-in-a-queue", ways: [waitsForItsQueue, skipsItsWork, forgotten],
    endings: .alwaysBreaksRule,
    in: { ($0.start == .queued || $0.hasTwin) && $0.isPlain && $0.work != .endsTwice }
  ) { life, run in
    let added = try run.first(.enqueued, of: Life.subject)
    if let new = try? run.look(.asMade), !new.state.contains(.ready), added.state.contains(.ready) {
      return .undecided(
        "it became ready before it could be put into a queue: the machine is busy. Check again",
        [new, added], isProvisional: true)
    }
    let idle = try run.look(.whileWorking)
    let end = try run.end()
    // Another one that was put behind it makes the queue look again.
    let isLeft =
      idle.state.isDisjoint(with: [.executing, .finished]) && !run.hasBegun(before: idle)
    let stuck = StuckState(end, in: run)
    let way = stuck == .endless && life.work != .fails ? .neverEnds : stuck?.way
    let isIdle = run.work.isEmpty && run.wasGivenWork
    let children = run.all(.enqueued).filter {
      $0.seq > added.seq && $0.note == added.note
        && !["next", "another"].contains($0.event.subject)
    }
    return .holds(
      "it finished and left the queue", [added] + children + run.work + [end],
      unless: [
        run.twinsStuck(end),
        .missing(
          life.othersFate != nil && !end.isFinished,
          "\(life.othersFate?.words ?? ""), it never finished: \(end.describedState)",
          way: forgotten),
        .missing(
          end.event.state.contains(.executing) && !children.isEmpty && !end.isInNoQueue,
          "it put others into its own queue and waits for them, and it holds the slot that they need",
          way: waitsForItsQueue),
        .missing(
          isLeft && idle.state.contains(.ready) && !run.all(.began, of: "next").isEmpty,
          "it says that it is ready, and it was never started: the queue got no notification",
          way: StuckState.notStarted.way),
        .missing(
          stuck == .returned,
          "the queue called start(), which left it neither executing nor finished",
          way: stuck?.way),
        .missing(
          isIdle, end.isFinished ? "it finished without its work" : "it never began its work",
          way: way ?? skipsItsWork),
        .missing(
          !end.isInNoQueue, "at the end it was still \(end.note): \(end.describedState)",
          way: way),
        .missing(
          !end.isFinished && end.event.state.contains(.executing),
          """
          it left the queue, which takes a report of its end, and says that it is executing: \
          something overwrote the end
          """, way: way),
        .missing(!end.isFinished, "it left the queue without being finished", way: stuck?.way),
      ])
  }

  private static let waitsForItsQueue = Way("waits-for-its-queue")
  private static let skipsItsWork = Way("skips-its-work")
  private static let forgotten = Way("forgotten")
}

extension Run {
  fileprivate func hasBegun(before look: Evidence) -> Bool {
    work.contains { $0.seq < look.seq }
  }
}
