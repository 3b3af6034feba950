import OperationBench
import OperationDoctor
import OperationDownloads

// Cancelling all operations of a queue, and reading what is in it.
extension Lesson17 {
  static let cancelsAll = Claim(
    "A20a", in: "cancel-all",
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
    "A20c", in: "completion-blocks",
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
    "A21a", in: "current-queue",
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
    "A21b", in: "current-queue",
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

// Barrier blocks, which wait for a queue and block no thread.
extension Lesson17 {
  static let separates = Claim(
    "A18e", in: "barrier",
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
    "A19c", in: "barrier-on-suspended",
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
    "A19f", in: "barrier-behind-operation",
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
    "A18f", in: "cancelled-behind-barrier",
    given: barrierWaits + [
      .added("op2", to: "downloads"),
      .flags(.cancelled, at: .added("op2")),
      .any(.happens(.started("next")), stopsAddingOp2),
    ],
    expect: [.happens(.started("next"))])

  static let waitsForBarrier = Claim(
    "A18i", in: "wait-for-barrier",
    given: barrierFirst + [
      .order(.waits("caller", for: .queue("downloads")), .added("op1"), .ended("barrier"))
    ],
    expect: [.order(.ended("barrier"), .ended("caller"))])

  static let notOvertaken = Claim(
    "A18j", in: "barrier-underlying-queue", given: barrierFirst + [.happens(.began("op1"))],
    expect: [.order(.ended("barrier"), .began("op1"))])
}

// The main queue.
extension Lesson17 {
  static let suspensionIsIgnored = Claim(
    "A19d", in: "main-queue",
    given: [
      // The calls work on another queue.
      .added("op1", to: "own queue", isSuspended: true),
      .order(.suspended("own queue"), .added("op1"), .resumed("own queue"), .started("op1")),
      .added("op2", to: "main queue", isSuspended: nil),
      .order(.suspended("main queue"), .added("op2"), .firstSettled("op2"), .resumed("main queue")),
      .happens(.began("op2")),
    ],
    expect: [.order(.resumed("main queue"), .began("op2"))])

  static let cancelAllIsIgnored = Claim(
    "A20b", in: "main-queue",
    given: [
      // The call works on another queue.
      .added("op1", to: "own queue", isSuspended: true),
      .order(.added("op1"), .cancelled("own queue"), .observed("op1")),
      .flags(.cancelled, at: .observed("op1")),
      .added("op2", to: "main queue", isSuspended: nil),
      .order(.added("op2"), .cancelled("main queue"), .observed("op2"), .began("op2")),
    ],
    expect: [.flags(.cancelled, at: .observed("op2"))])

  static let mayStartWhereAdded = Claim(
    "C05b", in: "main-queue",
    given: [
      .added("op2", to: "main queue", isSuspended: nil), .order(.added("op2"), .started("op2")),
    ],
    expect: [.sameThread(.added("op2"), .started("op2"))])

  static let barrierOnMain = Claim(
    "A07c", in: "main-barrier",
    given: [
      .order(.event(.noted, of: "main queue", .barrier), .began("barrier")),
      Trace.Condition("nothing was added to the main queue before") { run in
        .init(run.all(.enqueued).isEmpty, "", [])
      },
    ],
    expect: [.onMain(.began("barrier"))])

  static let waitingDeadlocks = Claim(
    "A18g", in: "wait-on-main",
    given: [
      .added("save", to: "main queue"),
      .onMain(.waits("program", for: .operation("save"))),
    ],
    expect: [
      .never(.started("save")),
      .stuck("program", .blocksItself, waitsFor: ["save"]),
      .stuck("save", .mainThreadBlocked),
    ])
}

// Premises that several claims share.
extension Lesson17 {
  /// `addBarrierBlock(_:)` of the queue 'downloads' is called.
  static let barrierAdded = Trace.Moment.event(.noted, of: "downloads", .barrier)

  /// The process is idle while the operation's completion block waits.
  static func duringBlock(_ name: String) -> Trace.Moment {
    .settled(name, after: .completed(name))
  }

  /// The moment at which the current queue is read.
  static func asks(_ name: String) -> Trace.Moment { .marked(like: current(""), by: name) }

  /// The caller is blocked in the call while op1 and op2 execute, each in its own slot.
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

  /// Two operations were added to one queue, and the first depends on the second.
  static func addedFirst(
    _ name: String, dependingOn other: String, to queue: String, width: Int? = nil
  ) -> [Trace.Condition] {
    [
      .added(name, to: queue, width: width, dependencies: [other]),
      .added(other, to: queue, width: width, dependencies: []),
      .order(.added(name), .added(other)),
    ]
  }

  /// The second was started after the first had ended, and both left the queue.
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

  /// A barrier block of a queue that was empty has begun when op1 is added, and ends later.
  static let barrierFirst: [Trace.Condition] = [
    .added("op1", to: "downloads", dependencies: []),
    .order(barrierAdded, .began("barrier"), .added("op1"), .firstSettled("op1"), .ended("barrier")),
  ]

  /// At the end the main thread is blocked in the call that adds op2.
  static let stopsAddingOp2 = Trace.Condition("the main thread is blocked while it adds op2") {
    run in
    let last = run.lastEvent(on: "main")
    return .init(
      run.snapshot?.isProgramBlocked == true && last?.kind == .enqueued && last?.subject == "op2",
      "", last.map { [Evidence(program: run.program, event: $0)] } ?? [])
  }
}

// Suspended queues.
extension Lesson17 {
  static let startsNothing = Claim(
    "A19a", in: "suspended",
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

  static let runningContinues = Claim(
    "A19b", in: "suspended",
    given: [
      .added("op1", to: "downloads"),
      .added("op2", to: "downloads", isSuspended: true),
      .flags(.executing, at: .settled("op1", after: .suspended("downloads"))),
    ],
    expect: [
      .order(.settled("op1", after: .suspended("downloads")), .ended("op1"), .resumed("downloads"))
    ])

  static let keepsForever = Claim(
    "A19e", in: "never-resumed",
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

// Calls that block until operations have finished.
extension Lesson17 {
  static let addingBlocks = Claim(
    "A18a", in: "add-and-wait",
    given: callerWaits(for: .operations(["op1", "op2"])),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let addingDoesNotBlock = Claim(
    "A18k", in: "wait-until-all",
    given: [.added(["op1", "op2"], to: "downloads", slots: 2)],
    expect: [
      .each(["op1", "op2"]) { [.order(.waits("caller", for: .queue("downloads")), .ended($0))] }
    ])

  static let waitingBlocks = Claim(
    "A18b", in: "wait-until-all",
    given: callerWaits(for: .queue("downloads")),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let insideDeadlocks = Claim(
    "A18c", in: "wait-inside",
    given: [
      .added(["tidy up", "op1"], to: "downloads"),
      .happens(.waits("tidy up", for: .queue("downloads")), .ended("op1")),
    ],
    expect: [
      .never(.ended("tidy up")),
      .stuck("tidy up", .blocksItself, waitsFor: []),
    ])

  static let neighbourDeadlocks = Claim(
    "A18d", in: "wait-for-neighbour",
    given: [
      .added(["resize", "download"], to: "images", width: 1),
      .happens(.waits("resize", for: .operation("download"))),
    ],
    expect: [
      .never(.ended("resize")),
      .stuck("resize", .blocksItself, waitsFor: ["download"]),
      .stuck("download", .noFreeSlot, waitsFor: ["resize"]),
    ])

  static let dependencyInstead = Claim(
    "A18h", in: "dependency-instead",
    given: addedFirst("tidy up", dependingOn: "op1", to: "downloads") + [.noThreadWaits],
    expect: runsAfter("op1", "tidy up"))
}
