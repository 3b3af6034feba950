import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson03 {
  static let onlyTwoStart = Claim(
    "C11",
    "With width 2 and ten operations whose start() never reports finished, exactly two ever start.",
    origin: .article(
      .c,
      passage: .init(
        """
        即使start方法掉用完后隊列依然沒有執行其\
        它的operation,打印了兩個log之后就不再打印了
        """,
        """
        even after start was called the queue did not run the other operations; after two \
        lines of log nothing more was printed
        """,
        at: 846)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        A slot is free again only when the operation in it reports isFinished. The return of \
        start() does not free it.
        """),
    in: "article",
    given: tenInTwoSlots + [.never(.finished, of: names), .exactly(2, .returned, of: names)],
    expect: [
      .exactly(2, .started, of: names), .stuck(2, of: names, .silent),
      .stuck(8, of: names, .noFreeSlot),
    ])

  static let allTenRun = Claim(
    "C12",
    """
    When each reports isFinished later, from another thread, with a KVO notification, all ten run, \
    and never more than two at a time.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        當把_finished設置為YES并且手動發出KVO通\
        知時后,隊列才會繼續執行其它的operation
        """,
        """
        only when _finished is set to YES and the KVO notification is sent by hand does \
        the queue go on with the other operations
        """,
        at: 895)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "Each report frees one slot, and the queue starts the next operation in it."),
    in: "later-callback",
    given: tenInTwoSlots + [
      .each(names) {
        finishesLaterElsewhere($0) + [.order(.finished($0), .announced("isFinished", by: $0))]
      }
    ],
    expect: [
      .exactly(10, .started, of: names), .peak(2, of: names, from: .started, to: .finished),
      .each(names) { [.place(nil, at: .settled($0))] },
    ])

  static let baseClassRuns = Claim(
    "C12b",
    """
    Ten subclasses of AsyncOperation all run, and never more than two at a time, when work() \
    returns at once and finish() is called later from another thread.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The base class is executing until finish() is called, then it is finished. It posts a KVO \
        notification for both.
        """),
    in: "async-operation",
    given: tenInTwoSlots + [
      .each(names) {
        finishesLaterElsewhere($0) + [
          .state([.ready, .executing], at: .started($0)),
          .state([.ready, .executing], at: .observed($0).before(.finished($0))),
        ]
      }
    ],
    expect: [
      .exactly(10, .started, of: names), .peak(2, of: names, from: .started, to: .observed),
      .each(names) { [.place(nil, at: .settled($0))] },
    ])

  static let leavesWhenFinished = Claim(
    "A03", "An operation leaves the queue when, and only when, it reports finished.",
    origin: .article(
      .a,
      passage: .init(
        "当finished设置为YES后,队列会将任务移除出队列",
        "when finished is set to YES, the queue removes the task from itself",
        at: 96)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The queue observes isFinished. It keeps an operation whose start() has returned, and \
        removes it when the operation reports.
        """),
    Scenario(
      "article",
      given: [.added("op1", to: "downloads"), .happens(.returned("op1"))]
        + neverReportsFinished("op1"),
      expect: [.place("downloads", at: .settled("op1"))]),
    Scenario(
      "later-callback",
      given: [.added("op1", to: "downloads")] + finishesLaterElsewhere("op1") + [
        .order(.returned("op1"), .observed("op1").before(.finished("op1")), .finished("op1")),
        .order(.finished("op1"), .announced("isFinished", by: "op1")),
      ],
      expect: [
        .place("downloads", at: .observed("op1").before(.finished("op1"))),
        .place(nil, at: .settled("op1")),
      ]))
}

// The premises: ten operations in a queue of width 2, and how each of them ends.
extension Lesson03 {
  static let names = (1...10).map { "op\($0)" }

  /// The ten were added to a queue of two slots, and none was cancelled.
  static let tenInTwoSlots: [Trace.Condition] = [
    .added(names, to: "downloads", width: 2, dependencies: []), .keepsWidth(2, "downloads"),
    .neverSuspended("downloads"), .neverCancelled(names),
  ]

  /// The operation never reported finished, and was not cancelled.
  static func neverReportsFinished(_ name: String) -> [Trace.Condition] {
    [
      .never(.finished(name)), .never(.announced("isFinished", by: name)),
      .flags(not: [.finished, .cancelled], at: .settled(name)),
    ]
  }

  /// `start()` returned before the operation reported finished, from another thread.
  static func finishesLaterElsewhere(_ name: String) -> [Trace.Condition] {
    [
      .order(.started(name), .returned(name), .finished(name)),
      .sameThread(.started(name), .returned(name)),
      .differentThreads(.started(name), .finished(name)),
      .flags(not: .finished, at: .returned(name)),
      .flags(.finished, at: .finished(name)),
      .flags(.finished, not: .cancelled, at: .settled(name)),
    ]
  }
}
