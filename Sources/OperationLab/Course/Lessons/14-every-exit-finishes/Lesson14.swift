import OperationBench
import OperationDownloads

/// Lesson 14. Its page is `Lessons/14-every-exit-finishes/README.md`.
enum Lesson14 {
  static let lesson = Lesson(
    14, "every-exit-finishes", title: "Every way out of an operation",
    question: """
      An operation is cancelled before it starts. Its start() checks that and returns at once. What \
      happens to the operations behind it in the queue?
      """,
    programs: [
      article,
      cancelledFinishes,
      oneExitForgotten,
      everyExit,
    ],
    claims: [
      articleCancelled,
      everyPath,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .happens(
      """
      first is cancelled before it starts, and its start() returns at once. Does next ever \
      start?
      """, .started("next")),
    "cancelled-finishes": .first(
      "Which comes first?", ("first is finished", .finished("first")),
      ("start() of first returns", .returned("first"))),
    "one-exit-forgotten": .count("How many of the five downloads start?", .started),
    "every-exit": .count(
      "Two are cancelled, one fails, and one has no connection. How many of the five report finished?",
      .finished),
  ]
}

extension Lesson14 {
  static let articleCancelled = Claim(
    "E02",
    Scenario(
      "article",
      given: firstCancelled + [.happens(.returned("first"))],
      expect: [
        .flags(not: .finished, at: .settled("first")),
        .place("downloads", at: .settled("first")),
        .never(.started("next")),
        .stuck("first", .cancelledNotFinished),
        .stuck("next", .noFreeSlot, waitsFor: ["first"]),
      ]),
    Scenario(
      "cancelled-finishes",
      given: firstCancelled,
      expect: [.order(.started("first"), .announced("isFinished", by: "first"), .started("next"))]))

  static let everyPath = Claim(
    "E03",
    Scenario(
      "every-exit",
      given: Fate.allCases.flatMap(leaves),
      expect: Fate.allCases.map(\.rawValue).map {
        .all(
          "'\($0)' reported finished once and left the queue",
          .times(1, .finished, of: $0),
          .happens(.announced("isFinished", by: $0)),
          .never(.announced("isFinished", by: $0).after(.announced("isFinished", by: $0))),
          .flags(.finished, at: .settled($0)),
          .place(nil, at: .settled($0)))
      }),
    Scenario(
      "one-exit-forgotten",
      given: [Fate.succeeds, .cancelledBefore, .cancelledMeanwhile].flatMap {
        leaves($0) + [.place(nil, at: .settled($0.rawValue))]
      } + [
        // The one that fails has notified its delegate, and its work has ended.
        .order(.marked(notifiesDelegate, by: Fate.fails.rawValue), .ended(Fate.fails.rawValue)),
        .added(Fate.noConnection.rawValue, to: "downloads", width: 1, dependencies: []),
      ],
      expect: [
        .place("downloads", at: .settled(Fate.fails.rawValue)),
        .stuck(Fate.fails.rawValue, .silent),
        .never(.started(Fate.noConnection.rawValue)),
        .stuck(Fate.noConnection.rawValue, .noFreeSlot, waitsFor: [Fate.fails.rawValue]),
      ]))
}

// The premises: how an operation was cancelled, and how a download ends.
extension Lesson14 {
  /// Of two operations in a queue of width 1 the first was cancelled before it started.
  static let firstCancelled: [Trace.Condition] = [
    .added("first", to: "downloads", width: 1, isSuspended: true),
    .added("next", to: "downloads", width: 1, isSuspended: true, dependencies: []),
    .order(.added("first"), .added("next")),
    .order(.cancelled("first"), .started("first")),
    .flags(.cancelled, at: .started("first")),
  ]

  /// A download in a queue of one slot ended exactly in the way that its fate describes.
  static func leaves(_ fate: Fate) -> [Trace.Condition] {
    let name = fate.rawValue
    let steps = fate.steps
    let common: [Trace.Condition] = [
      .added(name, to: "downloads", width: 1, dependencies: []),
      .happens(.started(name)),
      Trace.Condition("\(name) ends in its own way") { run in
        .init(run.all(.noted, of: name).map(\.mark) == steps, "", [])
      },
      .order(.marked(fate.exit, by: name), .finished(name)),
    ]
    return switch fate {
    case .cancelledBefore:
      common + [.order(.cancelled(name), .started(name)), .flags(.cancelled, at: .started(name))]
    case .cancelledMeanwhile:
      common + [
        .order(.marked(steps[0], by: name), .cancelled(name), .marked(steps[1], by: name))
      ]
    case .succeeds, .fails, .noConnection:
      common + [.neverCancelled(name)]
    }
  }
}
