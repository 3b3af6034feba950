import OperationDownloads
import OperationTesting

// What cancelling does not do, and isCancelled overridden.
extension Lesson12 {
  static let cancelRemoves = Claim(
    "C28b", "An operation in a queue is removed from it when it is cancelled.",
    origin: .article(
      .c,
      passage: .init(
        "文檔里提到了在隊(duì)列里的operation被取消或完成時(shí)會(huì)從隊(duì)列里移除。",
        """
        The documentation mentions that an operation in a queue is removed from the queue \
        when it is cancelled or finishes.
        """,
        at: 634,
        but: """
          Apple's page once said: "until it is explicitly canceled or finishes executing its task". \
          Today's says: until it finishes its task.
          """)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.queue),
      because: """
        Only finishing takes it out. The article measures so itself a few lines further on: \
        "因此取消operation并不會把operation從operation queue里移除" (claim C28).
        """),
    mutants: [
      .trace(of: "cancelled", "cancel() takes it out of the queue") {
        $0.replacing(.settled, of: "second") { $0.note = "in no queue" }
      },
      .trace(of: "cancelled", "nobody cancels it") { $0.removing(.cancelled) },
      .trace(of: "cancelled", "cancel() itself finishes it") {
        $0.replacing(.settled, of: "second") { $0.state = [.ready, .finished, .cancelled] }
      },
      .trace(of: "cancelled", "it never leaves its queue") { $0.removing(.finished, of: "second") },
    ]
  ) { runs in
    let waiting = try Waiting(runs["cancelled"])
    let finished = try waiting.run.first(.finished, of: "second")
    let last = try waiting.run.last(.settled, of: "second")
    try waiting.run.require(
      waiting.look.seq < finished.seq && !waiting.look.state.contains(.finished)
        && last.note == "in no queue",
      "second was cancelled and not yet finished at rest, and gone in the end")
    return .confirmed(
      if: waiting.look.note == "in no queue", "cancelled, it was in no queue any more",
      otherwise: "cancelled, it was still \(waiting.look.note) at rest; finished, \(last.note)",
      waiting.evidence + [finished, last])
  }

  static let mustOverrideCancelled = Claim(
    "A13b", "A subclass of one's own needs to override isCancelled.",
    origin: .article(
      .a,
      passage: .init(
        "只读属性任务是否取消,如果自定义子类,需要重写该属性",
        """
        Read-only property, whether the task is cancelled; a custom subclass needs to \
        override this property
        """,
        at: 78)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.operation),
      because: """
        cancel() keeps a flag that isCancelled already reads. Whoever overrides it with a variable \
        of their own, and forgets to set that, has an operation that cannot be cancelled.
        """),
    mutants: [
      .passing("cancelled", as: "own-is-cancelled"),
      .passing("own-is-cancelled", as: "cancelled"),
      .trace(of: "own-is-cancelled", "nobody cancelled it") {
        $0.removing(.observed, of: "second")
      },
      .trace(of: "own-is-cancelled", "it does no work") { $0.removing(.began, of: "second") },
    ]
  ) { runs in
    let plain = try Waiting(runs["cancelled"])
    let own = try runs["own-is-cancelled"]
    let seen = try plain.run.first(.started, of: "second")
    let skipped = try plain.run.occurrence(of: .began, of: "second")

    let put = try own.enqueued(together: ["first", "second", "third"], in: "downloads", width: 1)[1]
    let flag = try own.first(.observed, of: "second", note: "its inherited isCancelled is true")
    let start = try own.first(.started, of: "second")
    try own.require(
      put.seq < flag.seq && flag.seq < start.seq && !flag.state.contains(.cancelled)
        && !start.state.contains(.cancelled),
      "second was cancelled in its queue, and denies it")
    let asked = try own.first(.observed, of: "second", note: "asks isCancelled")
    let work = try own.first(.began, of: "second")
    try own.require(
      start.seq < asked.seq && asked.seq < work.seq && asked.thread == start.thread
        && work.thread == start.thread,
      "start() asked isCancelled before it worked")
    return .confirmed(
      if: !seen.state.contains(.cancelled) || !skipped.isNever,
      "without an override start() did not see the cancellation",
      otherwise: "without an override start() saw that it was cancelled and skipped the work; with "
        + "a variable that nobody sets, the work was done",
      [plain.cancelled, seen, skipped.evidence, flag, start, asked, work])
  }
}
