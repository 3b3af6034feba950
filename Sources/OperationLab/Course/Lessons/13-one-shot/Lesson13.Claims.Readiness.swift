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
    in: "ready",
    given: [
      .added("parked", to: "suspended", isSuspended: true, dependencies: []),
      .added("behind", to: "downloads", width: 1, dependencies: []),
      .order(.began("first"), .added("behind"), .firstSettled("behind"), .ended("first")),
      .state([.ready], at: .firstSettled("parked")), .state([.ready], at: .firstSettled("behind")),
      .happens(.started("parked"), .started("behind")),
    ],
    expect: [
      .order(.started("parked"), .firstSettled("parked")),
      .order(.started("behind"), .firstSettled("behind")),
    ])

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
    in: "ready",
    given: [
      .order(.observed("parked"), .added("parked")), .order(.observed("behind"), .added("behind")),
      .never(.enqueued, of: ["alone"]),
    ],
    expect: [
      .flags(not: .ready, at: .observed("alone")), .flags(not: .ready, at: .settled("alone")),
      .flags(not: .ready, at: .observed("parked")), .flags(not: .ready, at: .observed("behind")),
    ])

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
    in: "own-ready", given: waitsForTicket,
    expect: [
      .order(.firstSettled("photo"), .announced("isReady", by: "photo"), .began("photo")),
      .place(nil, at: .settled("photo")),
    ])

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
    in: "own-ready-unannounced",
    given: waitsForTicket + [
      .order(.firstSettled("photo"), .observed("photo")), .state([.ready], at: .observed("photo")),
      .never(.announced("isReady", by: "photo")),
    ],
    expect: [.never(.began("photo")), .place("downloads", at: .settled("photo"))])
}
