import OperationLab
import OperationTesting

// The premises.
extension Lesson04 {
  /// pour depends on boil. It waits in the kitchen, which has a slot for each, while boil is running.
  static let pourWaitsForBoil: [Trace.Condition] = [
    .added("boil", to: "kitchen", slots: 2, dependencies: []),
    .added("pour", to: "kitchen", slots: 2, dependencies: ["boil"]),
    .neverSuspended("kitchen"),
    .place("kitchen", at: .firstSettled("pour")),
    .flags(not: [.ready, .cancelled], at: .firstSettled("pour")),
    .state([.ready, .executing], at: .firstSettled("boil")),
    .order(.firstSettled("pour"), .opened("water is hot"), .ended("boil")),
    .order(.firstSettled("boil"), .opened("water is hot")),
  ]

  /// When the program reads the state of boil, boil is still running.
  static let boilStillRuns: [Trace.Condition] = [
    .state([.ready, .executing], at: .observed("boil")),
    .order(.observed("boil"), .opened("water is hot"), .ended("boil")),
  ]

  /// pour is started once, and not by the program.
  static let queueStartsPour: [Trace.Condition] = [
    .onMain(.started("pour"), false), .times(1, .started, of: "pour"),
  ]

  /// The queue starts pour, which was cancelled while it waited, before the state of boil is read.
  static let cancelledPourStarts: [Trace.Condition] =
    pourWaitsForBoil + boilStillRuns + queueStartsPour + [
      .flags(.cancelled, at: .started("pour")),
      .order(.firstSettled("pour"), .started("pour"), .observed("boil")),
    ]

  /// An operation of the same kind that is not cancelled does its work.
  static let nextWorksUncancelled: [Trace.Condition] = [
    .flags(not: .cancelled, at: .started("next")), .order(.started("next"), .began("next")),
  ]
}

extension Lesson04 {
  static let startsAfterDependency = Claim(
    "C13",
    "An operation does not start before the operations it depends on have finished.",
    origin: .article(
      .c,
      passage: .init(
        """
        從時間上可以看出第二個log晚了3s,也就是\
        operation1是在operation2之后執行的
        """,
        """
        the times show that the second log came 3 s later, that is, operation1 ran after \
        operation2
        """,
        at: 764)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "It is not ready while one of them is unfinished, and queues start only ready ones."),
    in: "waits",
    given: pourWaitsForBoil + queueStartsPour + [
      .neverCancelled("pour"), .sameThread(.started("pour"), .observed("boil's end")),
    ],
    expect: [
      .order(.ended("boil"), .started("pour"), .observed("boil's end")),
      .flags(.finished, at: .observed("boil's end")),
    ])

  static let cancelSkipsDependency = Claim(
    "C14",
    """
    When a queued operation is cancelled, the queue ignores its unfinished dependencies: it calls \
    start() at once, while the dependency is still running.
    """,
    origin: .article(
      .c,
      passage: .init(
        "因此沒有等待operation2完成,而是直接在新的線程里調用了start方法",
        """
        so it did not wait for operation2 to finish: start was called on a new thread at once
        """,
        at: 801)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        cancel() makes the operation ready, whatever it depends on. It must be started to finish and \
        leave the queue.
        """),
    in: "cancelled",
    given: pourWaitsForBoil + queueStartsPour + boilStillRuns + [
      .neverCancelled("boil", "kitchen"),
      .order(.firstSettled("pour"), .cancelled("pour"), .observed("boil")),
    ],
    expect: [.order(.cancelled("pour"), .started("pour"), .observed("boil"))])

  static let bodyIsSkipped = Claim(
    "C15", "When the queue starts a cancelled operation, its body does not run.",
    origin: .article(
      .c,
      passage: .init(
        "以在不調用opeartion的main方法的情況下從隊列中刪除操作",
        "so that the operation is removed from the queue without its main being called",
        at: 211)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        The default start() checks isCancelled before it calls main(). If you override start(), \
        check it too.
        """),
    in: "cancelled",
    given: cancelledPourStarts + nextWorksUncancelled,
    expect: [.never(.began("pour"))])

  static let carefulStart = Claim(
    "C15b",
    """
    An overridden start() that checks isCancelled skips the body of a cancelled operation, and \
    reports finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It does what the default start() does: it checks before the body, and it reports finished \
        on every path.
        """),
    in: "careful-start",
    given: cancelledPourStarts + nextWorksUncancelled,
    expect: [
      .never(.began("pour")),
      .happens(
        .finished("pour"), .announced("isFinished", by: "pour").after(.finished("pour"))),
      .flags(.finished, at: .settled("pour")), .place(nil, at: .settled("pour")),
    ])

  static let carelessStart = Claim(
    "C15c",
    """
    An overridden start() that does not check isCancelled does the work of a cancelled operation, \
    before its dependency has finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue starts a cancelled operation at once, and only start() itself can check \
        isCancelled.
        """),
    in: "careless-start",
    given: cancelledPourStarts,
    expect: [
      .order(.started("pour"), .began("pour"), .observed("boil"), .ended("boil"))
    ])
}

// Cancelled operations that are deallocated before their dependency has finished.
extension Lesson04 {
  private static let pours = (1...8).map { "pour\($0)" }

  /// The pours depended on boil. They were cancelled, finished, left the queue and were deallocated
  /// while boil was running. Before that, each was seen to depend on these.
  private static func poursAreDeallocated(dependingOn dependencies: [String]) -> [Trace.Condition] {
    boilStillRuns + [
      .each(pours) { pour in
        [
          .added(pour, to: "kitchen", dependencies: ["boil"], losesDependencies: true),
          .state([.ready, .finished, .cancelled], at: .settled(pour)),
          .place(nil, at: .settled(pour)),
          .fact(.dependencies(names: dependencies), at: .observed(pour)),
          .order(
            .added(pour), .settled(pour), .observed(pour), .released(pour), .observed("boil")),
        ]
      },
      .any(.ends(.completes), .diesWhenBoilEnds),
    ]
  }

  static let mayBeDeallocated = Claim(
    "C14b",
    """
    A cancelled operation that has finished may be released while its dependency still runs.
    """,
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an operation keeps the addresses of the operations that depend on it, and calls \
        them when it finishes. cancel() does not remove an address. removeDependency(_:) does.
        """),
    in: "let-go-early",
    given: poursAreDeallocated(dependingOn: ["boil"]),
    expect: [.ends(.completes)])

  static let removedDependency = Claim(
    "C14c",
    """
    A cancelled operation that has finished may be released after removeDependency(_:), while its \
    former dependency still runs.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        removeDependency(_:) removes the address of the operation from its dependency, so nothing \
        calls it after it is deallocated.
        """),
    in: "let-go-later",
    given: poursAreDeallocated(dependingOn: []),
    expect: [.ends(.completes), .flags(.finished, at: .settled("boil"))])

  static let mayBeRemovedBeforeStart = Claim(
    "C14d", "A cancelled operation may remove a finished dependency before its queue starts it.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux removeDependency(_:) lowers the count of unfinished dependencies, which cancel() \
        has set to 0 already. So it is never 0 again, and the operation is never ready.
        """),
    in: "removed-before-start",
    given: [
      .added(
        ["pour", "late pour"], to: "kitchen", isSuspended: true, dependencies: ["boil"],
        losesDependencies: true),
      .order(
        .cancelled("late pour"), .returned("boil"),
        .event(.noted, of: "late pour", .removedDependency(name: "boil")), .resumed("kitchen")),
      // The other one shows that the queue starts operations that are cancelled.
      .order(.cancelled("pour"), .resumed("kitchen"), .started("pour")),
      .flags(.cancelled, at: .settled("late pour")),
    ],
    expect: [.happens(.started("late pour")), .flags(.finished, at: .settled("late pour"))])
}

extension Trace.Condition {
  /// The process used a bad address right after the body of boil. A crash elsewhere shows nothing.
  fileprivate static let diesWhenBoilEnds = Self("the process used a bad address when boil ended") {
    run in
    let last = try run.last(.ended, of: "boil")
    let rest = run.trace.events.drop { $0.seq <= last.seq }
    let isBadAddress = ["SIGSEGV", "SIGBUS"].contains(run.detail.signal) && run.fatalMessage == nil
    return Outcome(
      isBadAddress && rest.allSatisfy { $0.subject == "boil" && $0.kind == .returned },
      "the process ended with \(run.detail.signal ?? "no signal")", [last])
  }
}
