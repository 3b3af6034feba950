import OperationDownloads
import OperationLab
import OperationTesting

/// What lesson 17 has to say of cancelling all that a queue holds, and of asking what it holds.
extension Lesson17 {
  static let cancelsAll = Claim(
    "A20a", "cancelAllOperations() cancels every operation in the queue.",
    origin: .article(
      .a,
      passage: .init(
        "取消队列中的所有任务即所有任务都执行cancel方法",
        "cancels all tasks in the queue, that is, calls cancel on all of them",
        at: 234)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancelAll),
      because: "It calls cancel() on each. Those that run must look; those that wait never begin."),
    in: "cancel-all",
    given: [
      .added(["op1", "op2", "op3"], to: "downloads", width: 1),
      .each(["op1", "op2", "op3"]) {
        [
          .order(.firstSettled($0), .cancelled("downloads")),
          .place("downloads", at: .firstSettled($0)),
        ]
      },
      .state([.ready, .executing], at: .firstSettled("op1")),
      .state(.ready, at: .firstSettled("op2")),
      .state(.ready, at: .firstSettled("op3")),
    ],
    expect: ["op1", "op2", "op3"].map {
      .all(
        "\($0) was cancelled", .order(.cancelled("downloads"), .cancelled($0), .observed("op1")),
        .flags(.cancelled, at: .settled($0)))
    } + [
      .flags(.cancelled, at: .observed("op1")),
      .never(.began("op2")),
      .never(.began("op3")),
    ])

  static let blockBeforeRemoval = Claim(
    "A20c",
    """
    A cancelled operation stays in its queue until its completion block has run, whether it was \
    executing or waiting.
    """,
    origin: .documentation(page: ApplePage.cancelAll),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.cancelAll),
      because: """
        The page says: "is still given a chance to execute its completion block before it is removed \
        from the queue". On Linux the end of the operation sends the block to another thread and \
        removes the operation, without waiting for the block.
        """),
    in: "completion-blocks",
    given: [
      .added(["op1", "op2"], to: "downloads", slots: 2),
      .each(["op1", "op2"]) {
        [
          .order(.firstSettled($0), .cancelled("downloads"), .completed($0), duringBlock($0)),
          .order(duringBlock($0), .marked(blockReturns, by: $0)),
          .sameThread(.completed($0), .marked(blockReturns, by: $0)),
          .place("downloads", at: .firstSettled($0)),
          .flags([.finished, .cancelled], at: duringBlock($0)),
        ]
      },
      .state([.ready, .executing], at: .firstSettled("op1")),
      .state([], at: .firstSettled("op2")),
      .never(.began("op2")),
    ],
    expect: [
      .place("downloads", at: duringBlock("op1")), .place("downloads", at: duringBlock("op2")),
    ])

  static let currentIsTheQueue = Claim(
    "A21a", "OperationQueue.current inside an operation is the queue that runs it.",
    origin: .article(
      .a,
      passage: .init(
        "类属性,获取当前队列",
        "a class property: the current queue",
        at: 241)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.currentQueue),
      because: "The queue leaves itself in the thread; a thread of the operation's own has none."),
    in: "current-queue",
    given: [
      .added("op1", to: "downloads"),
      .order(.began("op1"), asks("op1"), .ended("op1")),
      .sameThread(.began("op1"), asks("op1")),
      .differentThreads(asks("op1"), asks("op1's own thread")),
    ],
    expect: [
      .fact(.mark(current("downloads")), at: asks("op1")),
      .fact(.mark(current("none")), at: asks("op1's own thread")),
      .fact(.mark(current("main queue")), at: asks("program")),
    ])

  static let showsWhatIsQueued = Claim(
    "A21b", "... and operations and operationCount show what is queued.",
    origin: .article(
      .a,
      passage: .init(
        "获取队列中的任务数量",
        "how many tasks are in the queue",
        at: 217)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operations),
      because: "What runs is counted, too, until it is finished."),
    in: "current-queue",
    given: [
      .added(["op1", "op2", "op3"], to: "downloads", width: 1),
      .each(["op1", "op2", "op3"]) {
        [.order(.added($0), .marked(like: operations([]), by: "op1"))]
      },
      .order(.began("op1"), .marked(like: operations([]), by: "op1")),
      .order(.marked(like: operationCount(0), by: "op1"), .ended("op1")),
    ],
    expect: [
      .fact(
        .mark(operations(["op1", "op2", "op3"])), at: .marked(like: operations([]), by: "op1")),
      .fact(.mark(operationCount(3)), at: .marked(like: operationCount(0), by: "op1")),
    ])
}

/// What lesson 17 has to say of barrier blocks, which wait for a queue without blocking a thread.
extension Lesson17 {
  static let separates = Claim(
    "A18e", "A barrier block runs after all that was added before and before all added later.",
    origin: .documentation(page: ApplePage.addBarrierBlock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addBarrierBlock),
      because: """
        It waits for everything in the queue, and what comes later waits for it. No thread is \
        blocked meanwhile: this is the way to wait from inside.
        """),
    in: "barrier",
    given: [
      .added(["op1", "op2", "op3"], to: "downloads", slots: 2, dependencies: []),
      .order(.added("op1"), .added("op2"), barrierAdded, .added("op3")),
      .order(.added("op3"), .firstSettled("op1"), .ended("op1")),
      .order(.added("op3"), .firstSettled("op2")),
      .flags(.executing, at: .firstSettled("op1")),
      .flags(.finished, at: .firstSettled("op2")),
    ],
    expect: [
      .order(.ended("op1"), .began("barrier"), .ended("barrier"), .began("op3")),
      .order(.ended("op2"), .began("barrier")),
    ])

  static let suspendedHoldsBack = Claim(
    "A19c", "A suspended queue does not run a barrier block, either.", origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux a barrier block put into an empty queue is no operation: it goes straight to \
        the threads below, which know nothing of isSuspended.
        """),
    in: "barrier-on-suspended",
    given: [
      // op1 shows that the queue is suspended, whatever the barrier block does.
      .added("op1", to: "downloads", isSuspended: true),
      .order(.suspended("downloads"), barrierAdded, .added("op1")),
      .order(.added("op1"), .firstSettled("op1"), .resumed("downloads")),
      .flags(not: .finished, at: .firstSettled("op1")),
      .place("downloads", at: .firstSettled("op1")),
    ],
    expect: [.order(.resumed("downloads"), .began("barrier"))])

  static let waitsBehindOperation = Claim(
    "A19f", "... but it waits behind an operation that a suspended queue holds back.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because:
        "With something to wait for, the barrier block becomes an operation that depends on it."),
    in: "barrier-behind-operation",
    given: [
      .added("op1", to: "downloads", isSuspended: true),
      .order(.suspended("downloads"), .added("op1"), barrierAdded, .firstSettled("op1")),
      .order(.firstSettled("op1"), .resumed("downloads")),
      .state(.ready, at: .firstSettled("op1")),
      .place("downloads", at: .firstSettled("op1")),
      .noThreadWaits,
    ],
    expect: [.order(.resumed("downloads"), .ended("op1"), .began("barrier"))])

  static let addingReturns = Claim(
    "A18f", "Adding a cancelled operation while a barrier block waits returns at once.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux the queue holds its lock while it makes the newcomer wait for the barrier block; \
        a cancelled one is ready all the same, says so, and the queue takes its lock again.
        """),
    in: "cancelled-behind-barrier",
    given: barrierWaits + [
      .added("op2", to: "downloads"),
      .flags(.cancelled, at: .added("op2")),
      .any(.happens(.started("next")), stopsAddingOp2),
    ],
    expect: [.happens(.started("next"))])

  static let cancellingLaterReturns = Claim(
    "A18j", "... and to cancel it once it was added hinders nobody.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() takes no lock of the queue's, and op2 is started when the barrier block has \
        ended.
        """),
    in: "cancelled-once-added",
    given: barrierWaits + [
      .added("op2", to: "downloads"),
      .flags(not: .cancelled, at: .added("op2")),
      .order(.added("op2"), .cancelled("op2"), .began("barrier")),
      .order(.cancelled("op2"), .started("next")),
    ],
    expect: [
      .order(.started("next"), .began("barrier")),
      .flags([.finished, .cancelled], at: .settled("op2")),
    ])
}

/// What lesson 17 has to say of the main queue, where much of the rest is different.
extension Lesson17 {
  static let suspensionIsIgnored = Claim(
    "A19d", "The main queue can be suspended like any other.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Setting isSuspended of the main queue does nothing here. Apple's page makes no exception for \
        the main queue; that macOS makes one, too, is our guess.
        """),
    in: "main-queue",
    given: [
      // The same calls make a queue of our own wait, so they are the right ones.
      .added("op1", to: "own queue", isSuspended: true),
      .order(.suspended("own queue"), .added("op1"), .resumed("own queue"), .started("op1")),
      .added("op2", to: "main queue", isSuspended: nil),
      .order(.suspended("main queue"), .added("op2"), .firstSettled("op2"), .resumed("main queue")),
      .happens(.began("op2")),
    ],
    expect: [.order(.resumed("main queue"), .began("op2"))])

  static let cancelAllIsIgnored = Claim(
    "A20b", "cancelAllOperations() cancels what is in the main queue, too.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The call does nothing on the main queue here. Apple's page makes no exception for the main \
        queue; that macOS makes one, too, is our guess. Cancel the operations one by one.
        """),
    in: "main-queue",
    given: [
      // The same call cancels what is in a queue of our own.
      .added("op1", to: "own queue", isSuspended: true),
      .order(.added("op1"), .cancelled("own queue"), .observed("op1")),
      .flags(.cancelled, at: .observed("op1")),
      .added("op2", to: "main queue", isSuspended: nil),
      .order(.added("op2"), .cancelled("main queue"), .observed("op2"), .began("op2")),
    ],
    expect: [.flags(.cancelled, at: .observed("op2"))])

  static let barrierOnMain = Claim(
    "A07c", "A barrier block of the main queue runs on the main thread, too.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an empty queue hands it straight to a concurrent queue of its own below, and \
        so does the main queue.
        """),
    in: "main-barrier",
    given: [
      .order(.event(.noted, of: "main queue", .barrier), .began("barrier")),
      Trace.Condition("nothing was added to the main queue before") { run in
        .init(run.all(.enqueued).isEmpty, "", [])
      },
    ],
    expect: [.onMain(.began("barrier"))])

  static let waitingDeadlocks = Claim(
    "A18g", "The main thread that waits for an operation in the main queue waits for ever.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Only the main thread's run loop starts it, and the thread is asleep."),
    in: "wait-on-main",
    given: [
      .added("save", to: "main queue"),
      .onMain(.waits("program", for: .operation("save"))),
    ],
    expect: [
      .never(.started("save")),
      .stuck("program", .blocksItself, waitsFor: ["save"]),
      .stuck("save", .mainThreadBlocked),
    ])

  static let mainGoesOn = Claim(
    "A18k", "... and a main thread that goes back to its run loop runs it, and what depends on it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.mainQueue),
      because: "The run loop starts what is ready in the main queue, one by one."),
    in: "let-main-go",
    given: addedFirst("done", dependingOn: "save", to: "main queue") + [.noThreadWaits],
    expect: runsAfter("save", "done") + [.onMain(.began("save")), .onMain(.began("done"))])
}

// What several claims presuppose, and the moments at which they look.
extension Lesson17 {
  /// `addBarrierBlock(_:)` of the queue 'downloads' is called.
  static let barrierAdded = Trace.Moment.event(.noted, of: "downloads", .barrier)

  /// The process is idle while the operation's completion block waits.
  static func duringBlock(_ name: String) -> Trace.Moment {
    .settled(name, after: .completed(name))
  }

  /// The answer to which queue is the current one.
  static func asks(_ name: String) -> Trace.Moment { .marked(like: current(""), by: name) }

  /// The caller is blocked in that call while op1 and op2 execute, each in a slot of its own.
  static func callerWaits(for wait: Trace.Event.Wait) -> [Trace.Condition] {
    [
      .added(["op1", "op2"], to: "downloads", slots: 2),
      .each(["op1", "op2"]) {
        [
          .order(.waits("caller", for: wait), .firstSettled($0), .ended($0)),
          .flags(.executing, at: .firstSettled($0)),
        ]
      },
    ]
  }

  /// Two operations were added to one queue, and the first of them depends on the second.
  static func addedFirst(
    _ name: String, dependingOn other: String, to queue: String, width: Int? = nil
  ) -> [Trace.Condition] {
    [
      .added(name, to: queue, width: width, dependencies: [other]),
      .added(other, to: queue, width: width, dependencies: []),
      .order(.added(name), .added(other)),
    ]
  }

  /// The second was started when the first had ended, and both left the queue.
  static func runsAfter(_ first: String, _ second: String) -> [Trace.Condition] {
    [
      .order(.ended(first), .started(second)),
      .flags(.finished, at: .settled(first)), .place(nil, at: .settled(first)),
      .flags(.finished, at: .settled(second)), .place(nil, at: .settled(second)),
    ]
  }

  /// op1 is executing, and a barrier block that was added after it has not begun.
  static let barrierWaits: [Trace.Condition] = [
    .added("op1", to: "downloads"),
    .order(.added("op1"), barrierAdded, .firstSettled("op1")),
    .flags(.executing, at: .firstSettled("op1")),
    .notYet(.began("barrier"), at: .firstSettled("op1")),
  ]

  /// The main thread is blocked in the end, in the call that adds op2.
  static let stopsAddingOp2 = Trace.Condition("the main thread is blocked while it adds op2") {
    run in
    let last = run.lastEvent(on: "main")
    return .init(
      run.snapshot?.isProgramBlocked == true && last?.kind == .enqueued && last?.subject == "op2",
      "", [])
  }
}

/// What lesson 17 has to say of queues that are told to start nothing.
extension Lesson17 {
  static let startsNothing = Claim(
    "A19a", "A suspended queue starts nothing new.",
    origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: "It looks at isSuspended each time before it hands out a slot."),
    in: "suspended",
    given: [
      .added("op2", to: "downloads", slots: 2, isSuspended: true),
      .order(.suspended("downloads"), .added("op2"), .firstSettled("op2"), .resumed("downloads")),
      .place("downloads", at: .firstSettled("op2")),
      // One of two slots is free.
      .flags(.executing, at: .settled("op1", after: .suspended("downloads"))),
    ],
    expect: [
      .state(.ready, at: .firstSettled("op2")),
      .order(.resumed("downloads"), .started("op2")),
    ])

  static let runningGoesOn = Claim(
    "A19b", "... and what runs goes on.", origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: "A queue has no way to stop a body that runs."),
    in: "suspended",
    given: [
      .added("op1", to: "downloads"),
      .added("op2", to: "downloads", isSuspended: true),
      .flags(.executing, at: .settled("op1", after: .suspended("downloads"))),
    ],
    expect: [
      .order(.settled("op1", after: .suspended("downloads")), .ended("op1"), .resumed("downloads"))
    ])

  static let keepsForEver = Claim(
    "A19e", "... and a suspended queue that nobody resumes keeps what it holds for ever.",
    origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: """
        Only by being started does an operation get out of its queue, also when it is cancelled \
        meanwhile.
        """),
    in: "never-resumed",
    given: [
      .added("op2", to: "downloads", slots: 2, isSuspended: true),
      .order(.suspended("downloads"), .added("op2")),
      Trace.Condition("'downloads' was never resumed") { run in
        .init(run.all(.resumed, of: "downloads").isEmpty, "", [])
      },
      // op1 has given back its slot.
      .flags(.finished, at: .settled("op1")),
      .place(nil, at: .settled("op1")),
    ],
    expect: [
      .never(.started("op2")),
      .place("downloads", at: .settled("op2")),
      .stuck("op2", .suspended),
    ])
}
