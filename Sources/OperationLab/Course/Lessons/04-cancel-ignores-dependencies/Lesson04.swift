import OperationBench

/// Lesson 4. Its page is `Lessons/04-cancel-ignores-dependencies/README.md`.
enum Lesson04 {
  static let lesson = Lesson(
    4, "cancel-ignores-dependencies", title: "A cancelled operation and its dependencies",
    question: """
      'pour' depends on 'boil', and 'boil' is still running. You cancel 'pour'. Does the queue \
      still wait for 'boil' before it starts 'pour'?
      """,
    programs: [
      waits,
      cancelled,
      careless,
      careful,
    ],
    further: [
      early,
      removed,
      removedBeforeStart,
    ],
    claims: [
      startsAfterDependency,
      cancelSkipsDependency,
      bodyIsSkipped,
      carefulStart,
      carelessStart,
      mayBeDeallocated,
      removedDependency,
      mayBeRemovedBeforeStart,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "waits": .first("pour was added first. Which begins first?", .began, of: ["boil", "pour"]),
    "cancelled": .first(
      "pour depends on boil and is cancelled while boil runs. Which comes first?",
      ("start() of pour is called", .started("pour")),
      ("the body of boil ends", .ended("boil"))),
    "careless-start": .happens(
      "Does the body of pour run, although pour was cancelled?", .began("pour")),
    "careful-start": .happens("Does the body of pour run?", .began("pour")),
    "let-go-early": .ending,
    "let-go-later": .ending,
    "removed-before-start": .count(
      "How many of the two cancelled operations start?", .started, of: ["pour", "late pour"]),
  ]
}

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
    "C13", in: "waits",
    given: pourWaitsForBoil + queueStartsPour + [
      .neverCancelled("pour"), .sameThread(.started("pour"), .observed("boil's end")),
    ],
    expect: [
      .order(.ended("boil"), .started("pour"), .observed("boil's end")),
      .flags(.finished, at: .observed("boil's end")),
    ])

  static let cancelSkipsDependency = Claim(
    "C14", in: "cancelled",
    given: pourWaitsForBoil + queueStartsPour + boilStillRuns + [
      .neverCancelled("boil", "kitchen"),
      .order(.firstSettled("pour"), .cancelled("pour"), .observed("boil")),
    ],
    expect: [.order(.cancelled("pour"), .started("pour"), .observed("boil"))])

  static let bodyIsSkipped = Claim(
    "C15", in: "cancelled",
    given: cancelledPourStarts + nextWorksUncancelled,
    expect: [.never(.began("pour"))])

  static let carefulStart = Claim(
    "C15b", in: "careful-start",
    given: cancelledPourStarts + nextWorksUncancelled,
    expect: [
      .never(.began("pour")),
      .happens(
        .finished("pour"), .announced("isFinished", by: "pour").after(.finished("pour"))),
      .flags(.finished, at: .settled("pour")), .place(nil, at: .settled("pour")),
    ])

  static let carelessStart = Claim(
    "C15c", in: "careless-start",
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
    "C14b", in: "let-go-early",
    given: poursAreDeallocated(dependingOn: ["boil"]),
    expect: [.ends(.completes)])

  static let removedDependency = Claim(
    "C14c", in: "let-go-later",
    given: poursAreDeallocated(dependingOn: []),
    expect: [.ends(.completes), .flags(.finished, at: .settled("boil"))])

  static let mayBeRemovedBeforeStart = Claim(
    "C14d", in: "removed-before-start",
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
