import OperationDownloads
import OperationTesting

extension Lesson04 {
  static let startsAfterDependency = Claim(
    "C13",
    "An operation does not start before the operations it depends on have finished.",
    origin: .article(
      .c,
      passage: .init(
        """
        從時(shí)間上可以看出第二個(gè)log晚了3s,也就是\
        operation1是在operation2之后執(zhí)行的
        """,
        """
        the times show that the second log came 3 s later, that is, operation1 ran after \
        operation2
        """,
        at: 764)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "It is not ready while one of them is unfinished; queues start only ready ones."),
    mutants: [
      .trace(of: "waits", "pour starts first") { $0.movingToFront(.started, of: "pour") },
      .trace(of: "waits", "boil is not finished when pour begins") {
        $0.replacing(.observed, of: "boil's end") { $0.state = [.ready, .executing] }
      },
      .trace(of: "waits", "pour never starts") { $0.removing(.started, of: "pour") },
      .trace(of: "waits", "pour depends on nothing") {
        $0.replacing(.enqueued, of: "pour") { $0.enqueueing = .init(queue: "kitchen") }
      },
      .trace(of: "waits", "boil had ended before anybody looked") {
        $0.replacing(.settled, of: "boil") { $0.state = [.ready, .finished] }
      },
    ]
  ) { runs in
    let run = try runs["waits"]
    let scene = try Scene(run)
    try run.require(run.all(.cancelled, of: "pour").isEmpty, "nobody cancels pour")
    let started = try scene.start(run)
    let look = try run.first(.observed, of: "boil's end", note: "as pour begins")
    try run.require(look.thread == started.thread, "pour looked at boil as it began")
    return .confirmed(
      if: scene.ended.seq < started.seq && started.seq < look.seq && look.state.contains(.finished),
      "pour was not ready until boil was finished, and started then",
      otherwise: "pour started at #\(started.seq), boil ended at #\(scene.ended.seq)",
      [scene.before, scene.opened, scene.ended, started, look])
  }

  static let cancelSkipsDependency = Claim(
    "C14",
    """
    Cancelling a queued operation makes the queue ignore its unfinished dependencies: start() is \
    called at once, while the dependency is still running.
    """,
    origin: .article(
      .c,
      passage: .init(
        "因此沒有等待operation2完成,而是直接在新的線程里調(diào)用了start方法",
        """
        so it did not wait for the end of operation2: start was called on a new thread \
        straight away
        """,
        at: 801)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        A cancelled operation is ready whatever it depends on: starting it is the only way to let \
        it finish and leave the queue.
        """),
    mutants: [
      .trace(of: "cancelled", "pour starts only after boil has ended") {
        $0.movingToEnd(.started, of: "pour")
      },
      .trace(of: "cancelled", "pour was started before it was cancelled") {
        $0.movingToFront(.started, of: "pour")
      },
      .trace(of: "cancelled", "boil had ended by then") {
        $0.replacing(.observed, of: "boil") { $0.state = [.ready, .finished] }
      },
      .trace(of: "cancelled", "pour was cancelled before it was put in") {
        $0.movingToFront(.cancelled, of: "pour")
      },
      .trace(of: "cancelled", "pour depends on nothing") {
        $0.replacing(.enqueued, of: "pour") { $0.enqueueing = .init(queue: "kitchen") }
      },
    ]
  ) { runs in
    let run = try runs["cancelled"]
    let scene = try Scene(run)
    let cancelled = try run.first(.cancelled, of: "pour")
    let look = try scene.stillBoiling(run)
    try run.require(
      scene.before.seq < cancelled.seq && cancelled.seq < look.seq
        && ["boil", "kitchen"].allSatisfy { run.all(.cancelled, of: $0).isEmpty },
      "pour alone was cancelled, in the queue, while it waited")
    let started = try scene.start(run)
    return .confirmed(
      if: cancelled.seq < started.seq && started.seq < look.seq,
      "pour was started after cancel(), while boil was executing",
      otherwise: "pour was not started between its cancellation and the end of boil",
      [scene.before, cancelled, started, look, scene.ended])
  }

  static let bodyIsSkipped = Claim(
    "C15", "... and the cancelled operation's body does not run.",
    origin: .article(
      .c,
      passage: .init(
        "以在不調(diào)用opeartion的main方法的情況下從隊(duì)列中刪除操作",
        "so that the operation is removed from the queue without its main being called",
        at: 211)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        The default start() asks isCancelled before it calls main(). A start() of your own must \
        ask, too: see the broken program.
        """),
    mutants: [
      .passing("careless-start", as: "cancelled"),
      .trace(of: "cancelled", "nobody looked in the end") { $0.removing(.settled, of: "pour") },
      .trace(of: "cancelled", "it was not cancelled when it was started") {
        $0.replacing(.started, of: "pour") { $0.state = [.ready] }
      },
      .trace(of: "cancelled", "the body does not run without cancel() either") {
        $0.removing(.began, of: "next")
      },
    ]
  ) { runs in
    let run = try runs["cancelled"]
    let scene = try Scene(run)
    let look = try scene.stillBoiling(run)
    let started = try scene.startOfCancelled(run, before: look)
    let body = try run.occurrence(of: .began, of: "pour")
    let evidence = [scene.before, started, look, body.evidence]
    guard body.isNever else { return Judgement(.refuted, "the body ran", evidence) }
    return Judgement(
      .confirmed,
      "start() was called, the body never began; that of the next one, not cancelled, did",
      evidence + [try scene.bodyOfNext(run)])
  }
}
