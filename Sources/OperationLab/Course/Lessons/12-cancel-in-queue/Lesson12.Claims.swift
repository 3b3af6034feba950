import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson12 {
  static let queueStillStarts = Claim(
    "C28",
    """
    A cancelled operation that is queued is not removed by cancel(): the queue still calls \
    start(), on a thread of its own, and removes it when it finishes.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        雖然operation被取消了,但是operation queue依然生成\
        了新的線程并調(diào)用了start方法,因此取消operation并\
        不會(huì)把operation從operation queue里移除
        """,
        """
        although the operation was cancelled, the queue still made a new thread and called \
        start; so cancelling an operation does not remove it from the queue
        """,
        at: 655)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        cancel() only sets a flag. An operation leaves its queue by finishing, and it is start() \
        that finishes it.
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
    "A cancelled operation must still report finished, or its queue never lets go of it.",
    origin: .article(
      .c,
      passage: .init(
        "在取消NSOperation的情況下,即使NSOperation沒有完成任務(wù),人需要更新isFinished",
        """
        when an NSOperation is cancelled, isFinished must be updated even though it has \
        not done its task
        """,
        at: 112)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The queue watches isFinished and nothing else. A cancelled operation that never says so \
        keeps its slot, and everything behind it waits for ever.
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

// The claim of lesson 12 about a cancel() that ends at once what start() has begun.
extension Lesson12 {
  static let whatBeganEnds = Claim(
    "D02e",
    """
    ... and it does finish at once what start() has begun: the queue goes on before the work has \
    come to its end, and the operation ends once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Once start() was called the operation is its own master: whoever announces the end, \
        the queue is told, and takes its slot back.
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

// The claims of lesson 12 about a cancel() that says finished itself.
extension Lesson12 {
  static let noComplaint = Claim(
    "D02a",
    "cancel() may itself set finished on an operation that is queued and not started: "
      + "Foundation does not mind.",
    origin: .article(
      .d,
      passage: .init(
        "在这里我们需要设置finished和executing的状态",
        "here we must set the states finished and executing",
        at: 497,
        but: """
          The article sets finished in cancel() without asking whether start() was called. \
          That Foundation does not mind is what its program relies on.
          """)),
    expected: .everywhere(
      .refuted, basis: .reported("AFNetworking/AFNetworking, pull request 1662"),
      because: """
        Foundation prints "went isFinished=YES without being started by the queue it is in". The \
        queue drops its hold on the operation, and on Linux its list of candidates still points \
        to it: if nothing else keeps it alive, the queue later reads freed memory.
        """),
    in: "finish-in-cancel",
    given: cancelledBehindFirst + finishedByCancel + [
      .order(.finished("second"), .announced("isFinished", by: "second"), idleAfterCancel),
      .never(.started("second")),
    ],
    expect: [.prints(warning, false)])

  static let endsOnce = Claim(
    "D02b", "... and it is over then: nothing more happens to it.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Between choosing an operation and starting it the queue waits for a thread. When the \
        thread comes, start() is called, finished or not. On Linux the queue then notices the end \
        once more, and the completion block runs a second time.
        """),
    in: "finish-too-early",
    given: cancelledBeforeThread + finishedByCancel + [
      .place(nil, at: idleAfterCancel), .happens(.completed("second")),
      .ifEver(
        .started("second"), .differentThreads(.cancelled("second"), .started("second"))),
    ],
    expect: [.never(.started("second")), .times(1, .completed, of: "second")])

  static let inheritedStartTraps = Claim(
    "D02c", "... and when start() is inherited from Operation, that ends the process.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited start() finds an operation that no queue owns any more in the midst of being \
        started. It takes that for a second start from another thread, and ends the process.
        """),
    in: "inherited-start",
    given: cancelledBeforeThread + finishedByCancel + [
      .place(nil, at: idleAfterCancel),
      .state([.ready, .finished, .cancelled], at: .started("second")),
      .differentThreads(.cancelled("second"), .started("second")),
    ],
    expect: [
      .traps(at: .started("second"), saying: "trying to start the receiver simultaneously")
    ])

  static let patienceIsSafe = Claim(
    "D02d", "A cancel() that finishes only what start() has begun is safe at both moments.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Then only start(), or what comes after it, ever finishes the operation: once."),
    Scenario(
      "cancel-marks", given: cancelledBehindFirst + announcedByStart, expect: finishedByStartOnce),
    Scenario(
      "cancel-marks-in-time", given: cancelledBeforeThread + announcedByStart,
      expect: finishedByStartOnce),
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
    in: "cancelled",
    given: cancelledBehindFirst + [
      .order(idleAfterCancel, .finished("second")), .flags(not: .finished, at: idleAfterCancel),
      .place(nil, at: .settled("second")),
    ],
    expect: [.place(nil, at: idleAfterCancel)])

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
    // Refuted by a subclass that overrides nothing, whose start() sees the cancellation and skips
    // the work. The other shows what an override does.
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

// What the claims presuppose: second is cancelled behind first, just before its start(), or at work.
extension Lesson12 {
  /// What Foundation prints when an operation finishes that its queue has not started.
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

  /// second was cancelled when its queue had chosen it and had no thread for it. The thread came
  /// only after the process was idle.
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

  /// second was cancelled by another thread at its work, and `cancel()` finished it.
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
