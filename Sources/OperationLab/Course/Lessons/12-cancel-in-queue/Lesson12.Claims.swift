import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson12 {
  static let queueStillStarts = Claim(
    "C28",
    """
    cancel() does not remove a waiting operation from its queue. The queue still calls its start(), \
    on another thread, and removes it when it finishes.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        雖然operation被取消了,但是operation queue依然生成\
        了新的線程并調用了start方法,因此取消operation并\
        不會把operation從operation queue里移除
        """,
        """
        although the operation was cancelled, the queue still made a new thread and called \
        start; so cancelling an operation does not remove it from the queue
        """,
        at: 655,
        but: "The printed code adds p and cancels operation. They must be one operation.")),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        cancel() finishes nothing. An operation leaves its queue when it finishes, and its start() \
        finishes it.
        """),
    in: "cancelled",
    given: cancelledBehindFirst + [.order(.cancelled("second"), .started("second"))],
    expect: [
      .place("downloads", at: idleAfterCancel), .state([.ready, .cancelled], at: idleAfterCancel),
      .order(idleAfterCancel, .started("second"), .finished("second")),
      .state([.ready, .cancelled], at: .started("second")),
      .differentThreads(.cancelled("second"), .started("second")),
      .sameThread(.started("second"), .finished("second")),
      .place(nil, at: .settled("second")),
    ])

  static let mustReport = Claim(
    "C29",
    "A cancelled operation must still report finished, or it never leaves its queue.",
    origin: .article(
      .c,
      passage: .init(
        "在取消NSOperation的情況下,即使NSOperation沒有完成任務,人需要更新isFinished",
        """
        when an NSOperation is cancelled, isFinished must be updated even though it has \
        not done its task
        """,
        at: 112)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The queue waits only for isFinished. If a cancelled operation never reports it, it keeps its \
        slot, and the operations behind it wait forever.
        """),
    Scenario(
      "silent", given: cancelledBehindFirst + skipsWork + [.never(.finished("second"))],
      expect: [
        .place("downloads", at: .settled("second")), .stuck("second", .cancelledNotFinished),
        .never(.started("third")), .stuck("third", .noFreeSlot, waitsFor: ["second"]),
      ]),
    Scenario(
      "cancelled", given: cancelledBehindFirst + skipsWork,
      expect: [
        .order(.announced("isFinished", by: "second"), .started("third")),
        .place(nil, at: .settled("second")),
      ]))
}

// The claim of lesson 12 about a cancel() that finishes a running operation.
extension Lesson12 {
  static let whatBeganEnds = Claim(
    "D02e",
    """
    cancel() may finish an operation at once if start() was called. The queue starts the next one \
    before the work has ended, and the operation finishes once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        After start() was called, the queue only waits for isFinished. Any thread may report it, \
        and then the slot is free.
        """),
    in: "cancel-at-work",
    given: finishedAtWork + [
      .order(idleAfterFinish, .ended("second")),
      // If the slot was free, the system had a thread for third.
      .any(
        .place("downloads", at: idleAfterFinish), .order(.started("third"), idleAfterFinish)),
    ],
    expect: [
      .place(nil, at: idleAfterFinish),
      .order(.finished("second"), .started("third"), .ended("second")),
      .times(1, .finished, of: "second"), .times(1, .completed, of: "second"),
      .prints(warning, false), .place(nil, at: .settled("second")),
    ])
}

// The claims of lesson 12 about a cancel() that reports finished.
extension Lesson12 {
  static let noComplaint = Claim(
    "D02a",
    "cancel() may set finished on an operation that waits in its queue. Foundation accepts that.",
    origin: .article(
      .d,
      passage: .init(
        "在这里我们需要设置finished和executing的状态",
        "here we must set the states finished and executing",
        at: 497,
        but: """
          The article sets finished in cancel() without checking whether start() was called. Its \
          program relies on Foundation accepting that.
          """)),
    expected: .everywhere(
      .refuted, basis: .reported("AFNetworking/AFNetworking, pull request 1662"),
      because: """
        Foundation prints "went isFinished=YES without being started by the queue it is in". The \
        queue releases the operation. On Linux its list of waiting operations still points to it. If \
        nothing else keeps it alive, the queue later reads freed memory.
        """),
    in: "finish-in-cancel",
    given: cancelledBehindFirst + finishedByCancel + [
      .order(.finished("second"), .announced("isFinished", by: "second"), idleAfterCancel),
      .never(.started("second")),
    ],
    expect: [.prints(warning, false)])

  static let endsOnce = Claim(
    "D02b", "After cancel() has finished a waiting operation, nothing more happens to it.",
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        A queue chooses an operation, and then waits for a thread. When the thread comes, it calls \
        start(), even if the operation is finished. On Linux the queue then notices isFinished \
        again, and the completion block runs a second time.
        """),
    Scenario(
      "finish-too-early",
      given: cancelledBeforeThread + finishedByCancel + [
        .place(nil, at: idleAfterCancel), .happens(.completed("second")),
        .ifEver(
          .started("second"), .differentThreads(.cancelled("second"), .started("second"))),
      ],
      expect: [.never(.started("second")), .times(1, .completed, of: "second")]),
    // If cancel() leaves the end to start(), it is called once, and so is the completion block.
    Scenario(
      "cancel-marks-in-time",
      given: cancelledBeforeThread + announcedByStart + finishedByStartOnce, expect: []))

  static let patienceIsSafe = Claim(
    "D02d",
    """
    If cancel() finishes only a running operation, a waiting one finishes once, when its queue \
    starts it.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "A waiting operation is only marked. Its start() sees the mark and finishes it."),
    Scenario(
      "cancel-marks", given: cancelledBehindFirst + announcedByStart, expect: finishedByStartOnce),
    Scenario("cancel-at-work", given: finishedAtWork, expect: []))

  /// `start()` alone finished second, once, and it did no work.
  private static let finishedByStartOnce: [Trace.Condition] = [
    .place("downloads", at: idleAfterCancel), .state([.ready, .cancelled], at: idleAfterCancel),
    .order(.cancelled("second"), .started("second"), .finished("second"), .completed("second")),
    .differentThreads(.cancelled("second"), .started("second")),
    .sameThread(.started("second"), .finished("second")), .never(.began("second")),
    .times(1, .started, of: "second"), .times(1, .finished, of: "second"),
    .times(1, .completed, of: "second"), .prints(warning, false),
    .place(nil, at: .settled("second")),
  ]
}

// The claims of lesson 12 about leaving the queue, and about an overridden isCancelled.
extension Lesson12 {
  static let cancelRemoves = Claim(
    "C28b", "An operation in a queue is removed from it when it is cancelled.",
    origin: .article(
      .c,
      passage: .init(
        "文檔里提到了在隊列里的operation被取消或完成時會從隊列里移除。",
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
        It leaves when it finishes. A few lines further, the article measures that itself (C28).
        """),
    in: "cancelled",
    given: cancelledBehindFirst + [
      .order(idleAfterCancel, .finished("second")), .flags(not: .finished, at: idleAfterCancel),
      .place(nil, at: .settled("second")),
    ],
    expect: [.place(nil, at: idleAfterCancel)])

  static let leavesSooner = Claim(
    "C28c", "If a waiting operation is cancelled, it leaves its queue sooner than usual.",
    origin: .article(
      .c,
      passage: .init(
        "在operaton queue里的還未開始執行任務的operation調用cancel方法后,可以比平時更快的把operation從operation queue里移除。",
        """
        when cancel is called on an operation in a queue that has not begun its task, it can be \
        removed from the queue faster than usual
        """,
        at: 188)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancel),
      because: """
        It finishes without its work, and no longer waits for its dependencies (lesson 4). It still \
        waits for a slot.
        """),
    in: "cancelled",
    given: cancelledBehindFirst + [.order(.cancelled("second"), .started("second"))],
    expect: [
      .never(.began("second")), .order(.started("second"), .finished("second")),
      .place(nil, at: .settled("second")),
    ])

  static let mustOverrideCancelled = Claim(
    "A13b", "A subclass needs to override isCancelled.",
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
        cancel() sets a flag, and the inherited isCancelled returns it. If you override it with a \
        variable that your code never sets, your start() does not see the cancellation.
        """),
    // Refuted by a subclass that does not override it. Its start() sees the cancellation and skips
    // the work. The other program shows what an override can break.
    Scenario(
      "cancelled", given: cancelledBehindFirst,
      expect: [
        .any(
          .flags(not: .cancelled, at: .started("second")), .happens(.began("second")))
      ]),
    Scenario(
      "own-is-cancelled",
      given: [
        .added(["first", "second", "third"], to: "downloads", width: 1, dependencies: []),
        .order(
          .added("second"), inheritedCancelled, .started("second"),
          .observed("second").after(.started("second")), .began("second")),
        .flags(not: .cancelled, at: inheritedCancelled),
        .flags(not: .cancelled, at: .started("second")),
        .sameThread(
          .started("second"), .observed("second").after(.started("second")), .began("second")),
      ],
      expect: []))
}

// The premises: second is cancelled behind first, just before its start(), or while it works.
extension Lesson12 {
  /// Foundation prints it when an operation finishes that its queue has not started.
  static let warning = "without being started by the queue"

  /// The process was idle after second had been cancelled.
  static let idleAfterCancel: Trace.Moment = .settled("second", after: .cancelled("second"))

  /// The process was idle after second had reported finished.
  static let idleAfterFinish: Trace.Moment = .settled("second", after: .finished("second"))

  /// The override of `cancel()` saw that the inherited `isCancelled` is true.
  static let inheritedCancelled: Trace.Moment =
    .event(.observed, of: "second", .mark(inheritedIsCancelled(true)))

  /// second was cancelled while first held the only slot of their queue.
  static let cancelledBehindFirst: [Trace.Condition] = [
    .added(["first", "second", "third"], to: "downloads", width: 1, dependencies: []),
    .state([.ready], at: .settled("second").before(.cancelled("second"))),
    .place("downloads", at: .settled("second").before(.cancelled("second"))),
    .state([.ready, .cancelled], at: .cancelled("second")),
    .order(.began("first"), .cancelled("second"), idleAfterCancel, .ended("first")),
  ]

  /// second was cancelled when its queue had chosen it and waited for a thread. The thread came only
  /// after the process was idle.
  static let cancelledBeforeThread: [Trace.Condition] = [
    .added("second", to: "downloads", width: 1, dependencies: []),
    .order(.added("second"), .cancelled("second")),
    .state([.ready, .cancelled], at: .cancelled("second")),
    .ifEver(.started("second"), .order(idleAfterCancel, .started("second"))),
  ]

  /// `cancel()` reported that second is finished.
  static let finishedByCancel: [Trace.Condition] = [
    .order(.cancelled("second"), .finished("second"), idleAfterCancel),
    .sameThread(.cancelled("second"), .finished("second")),
    .state([.ready, .finished, .cancelled], at: idleAfterCancel),
  ]

  /// Another thread cancelled second while it worked, and `cancel()` finished it.
  static let finishedAtWork: [Trace.Condition] = [
    .added(["second", "third"], to: "downloads", width: 1, dependencies: []),
    .flags(.cancelled, not: .finished, at: .cancelled("second")),
    .differentThreads(.began("second"), .cancelled("second")),
    .sameThread(.cancelled("second"), .finished("second")),
    .order(
      .began("second"), .cancelled("second"), .finished("second"),
      .announced("isFinished", by: "second"), .ended("second")),
  ]

  /// `start()` of second found it cancelled, skipped the work, and returned.
  static let skipsWork: [Trace.Condition] = [
    .state([.ready, .cancelled], at: .started("second")),
    .sameThread(.started("second"), .returned("second")), .never(.began("second")),
  ]

  /// `start()` of second posted the notification that it is finished.
  static let announcedByStart: [Trace.Condition] = [
    .sameThread(.started("second"), .announced("isFinished", by: "second"))
  ]
}
