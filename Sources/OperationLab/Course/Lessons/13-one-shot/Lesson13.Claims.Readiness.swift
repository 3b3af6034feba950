import OperationLab
import OperationDownloads
import OperationTesting

// What ready says, and who may say it.
extension Lesson13 {
  static let readyMeansSoon = Claim(
    "A09b", "An operation in a queue that is ready is about to run.",
    origin: .article(
      .a,
      passage: .init(
        "对于加入队列的任务,当ready为YES,标识该任务即将开始执行",
        "For a task that was added to a queue, ready being YES says that it is about to run",
        at: 117)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.isSuspended),
      because: """
        Ready says that the operation itself is in nobody's way: its dependencies are over. Whether \
        it runs is for its queue to say, which may be suspended or full for as long as you like.
        """),
    mutants: [
      .trace(of: "ready", "both run at once") {
        $0.movingToFront(.started, of: "parked").movingToFront(.started, of: "behind")
      },
      .trace(of: "ready", "they are not ready") {
        $0.replacing(.settled) { $0.state.remove(.ready) }
      },
      .trace(of: "ready", "the queue was not suspended") {
        $0.replacing(.enqueued, of: "parked") { $0.enqueueing = .init(queue: "suspended") }
      },
      .trace(of: "ready", "nobody looked") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["ready"]
    let parked = try run.enqueued("parked", in: "suspended", isSuspended: true, dependencies: [])
    let behind = try run.enqueued("behind", in: "downloads", width: 1, dependencies: [])
    let holder = (try run.first(.began, of: "first"), try run.first(.ended, of: "first"))
    let looks = try ["parked", "behind"].map { try run.restInQueue(of: $0) }
    try run.require(
      parked.seq < looks[0].seq && holder.0.seq < behind.seq && behind.seq < looks[1].seq
        && looks[1].seq < holder.1.seq,
      "one was in a suspended queue, the other behind first, when somebody looked at rest")
    try run.require(
      looks.allSatisfy { $0.state == [.ready] }, "both were ready, and nothing could happen")
    let starts = try ["parked", "behind"].map { try run.first(.started, of: $0) }
    return .confirmed(
      if: zip(starts, looks).allSatisfy { $0.seq < $1.seq }, "both had been started by then",
      otherwise: "both were ready, at rest, and did not run; they did when they were let",
      [parked, behind] + looks + starts)
  }

  static let readyByAdding = Claim(
    "B03c", "Ready is the state that an operation has once it is added to a queue.",
    origin: .article(
      .b,
      passage: .init(
        """
        其中ready是Queue调用addOperation:后\
        Operation的状态,表明该Operation可以被Queue自动调度
        """,
        """
        Ready is the state of an operation after the queue calls addOperation:, and says \
        that the queue may schedule it by itself
        """,
        at: 326)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.isReady),
      because: """
        An operation without dependencies is ready from the moment it is made, in a queue or in \
        none; and one with an unfinished dependency is not, though its queue has it.
        """),
    mutants: [
      .trace(of: "ready", "a new one is not ready") {
        $0.replacing(.observed) { $0.state = [] }.replacing(.settled, of: "alone") {
          $0.state = []
        }
      },
      .trace(of: "ready", "it was added before somebody looked") {
        $0.movingToFront(.enqueued, of: "parked")
      },
      .trace(of: "ready", "nobody looked at the new ones") { $0.removing(.observed) },
      .trace(of: "ready", "alone was added, too") { $0.inserting(.enqueued, of: "alone") },
    ]
  ) { runs in
    let run = try runs["ready"]
    let new = try ["alone", "parked", "behind"].map {
      try run.first(.observed, of: $0, note: "new")
    }
    let added = try ["parked", "behind"].map { try run.enqueued($0) }
    try run.require(
      zip(new.dropFirst(), added).allSatisfy { $0.seq < $1.seq }
        && run.all(.enqueued, of: "alone").isEmpty,
      "somebody looked before two of them were added; the third never was")
    let alone = try run.last(.settled, of: "alone")
    try run.require(
      Set((new + [alone]).map { $0.state.contains(.ready) }).count == 1,
      "they were ready all the time, or not at all")
    return .confirmed(
      if: (new + [alone]).allSatisfy { !$0.state.contains(.ready) },
      "none was ready before it was added",
      otherwise: "all three were ready when they were new, and so is the one in no queue",
      new + added + [alone])
  }

  static let mayDecideReadiness = Claim(
    "C30c",
    """
    An operation whose readiness depends on something else than dependencies may implement isReady \
    itself.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        如果你自定義的operation的準(zhǔn)備狀態(tài)是由依賴操\
        作意外的因素決定的,你可以自己實(shí)現(xiàn)這個(gè)屬性。
        """,
        """
        If the readiness of your operation is decided by other factors than the operations \
        it depends on, you can implement this property yourself.
        """,
        at: 150)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.isReady),
      because: """
        The queue asks the override, and asks again when isReady is announced. Ask super.isReady as \
        well: that is where the dependencies are.
        """),
    mutants: [
      .passing("own-ready-unannounced", as: "own-ready"),
      .trace(of: "own-ready", "it starts without a ticket") {
        $0.movingToFront(.began, of: "photo")
      },
      .trace(of: "own-ready", "it was ready all the time") {
        $0.replacing(.settled, of: "photo") { $0.state.insert(.ready) }
      },
      .trace(of: "own-ready", "it depended on something") {
        $0.replacing(.enqueued) {
          $0.enqueueing = .init(queue: "downloads", dependencies: ["ticket"])
        }
      },
    ]
  ) { runs in
    let run = try runs["own-ready"]
    let wait = try waitsForTicket(in: run)
    let told = try run.announced("isReady", by: "photo")
    let body = try run.first(.began, of: "photo")
    let end = try run.last(.settled, of: "photo")
    return .confirmed(
      if: wait.seq < told.seq && told.seq < body.seq && end.note == "in no queue",
      "not ready, it waited in its queue; it ran when it announced that it was ready",
      otherwise: "it did not wait for its ticket", [wait, told, body, end])
  }

  static let mustAnnounceReadiness = Claim(
    "C30d", "... and has to announce the change, or its queue never starts it.",
    origin: .documentation(page: ApplePage.isReady),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.isReady),
      because: """
        The page says that the change must be announced. What comes of leaving it out is this run: \
        no queue keeps asking.
        """),
    mutants: [
      .passing("own-ready", as: "own-ready-unannounced"),
      .trace(of: "own-ready-unannounced", "it runs all the same") {
        $0.inserting(.began, of: "photo")
      },
      .trace(of: "own-ready-unannounced", "its ticket never came") {
        $0.removing(.observed, of: "photo")
      },
      .trace(of: "own-ready-unannounced", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["own-ready-unannounced"]
    let wait = try waitsForTicket(in: run)
    let look = try run.first(.observed, of: "photo", note: "has its ticket")
    let silence = try run.announcement(of: "isReady", by: "photo")
    try run.require(
      silence.isNever && wait.seq < look.seq && look.state == [.ready],
      "photo became ready while it was in its queue, and told nobody")
    let body = try run.occurrence(of: .began, of: "photo")
    let end = try run.last(.settled, of: "photo")
    return .confirmed(
      if: body.isNever && end.note == "in downloads",
      "it was ready, in its queue, and never started", otherwise: "its queue started it",
      [wait, look, body.evidence, end])
  }

  /// How `photo` stood at rest in its queue, waiting for nothing but its ticket.
  private static func waitsForTicket(in run: Run) throws -> Evidence {
    let put = try run.enqueued("photo", in: "downloads", isSuspended: false, dependencies: [])
    try run.requireNeverSuspended("downloads")
    let look = try run.rest(of: "photo", after: put)
    try run.require(
      put.state == [] && look.state == [] && look.note == "in downloads",
      "photo was in its queue, and was not ready")
    return look
  }
}
