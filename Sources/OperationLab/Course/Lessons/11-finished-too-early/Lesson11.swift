import OperationBench
import OperationDoctor
import OperationDownloads

/// Lesson 11. Its page is `Lessons/11-finished-too-early/README.md`.
enum Lesson11 {
  static let lesson = Lesson(
    11, "finished-too-early", title: "A block that returns before its work is done",
    question: """
      A block operation starts a download on another thread and returns. Another operation depends \
      on it and wants the picture. Is the picture there?
      """,
    programs: [
      handsOver,
      waitsInside,
      asyncOperation,
      threeAtOnce,
      oneAtATime,
    ],
    claims: [
      finishedBeforeTheWork,
      widthCountsOperations,
      waitingTakesAThread,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "hands-over": .mark(
      "show depends on download. Is there a picture when show runs?", of: "show",
      [("yes", showsPicture), ("no", findsNoPicture)]),
    "waits-inside": .mark(
      "The block waits for its work. Is there a picture when show runs?", of: "show",
      [("yes", showsPicture), ("no", findsNoPicture)]),
    "async-operation": .first(
      "Which comes first?", ("the work ends", .ended("work")),
      ("the body of show begins", .began("show"))),
    "three-at-once": .atOnce(
      "The width is 1. How many transfers run at one moment, at most?", from: .began,
      to: .ended, of: works),
    "one-at-a-time": .atOnce(
      "And with asynchronous operations: how many run at one moment, at most?", from: .began,
      to: .ended,
      of: works),
  ]

  private static let works = (1...3).map { "work \($0)" }
}

extension Lesson11 {
  static let finishedBeforeTheWork = Claim(
    "A16a",
    Scenario(
      "hands-over", given: workElsewhere + workFromBlock,
      expect: [
        .order(.ended("download"), idleDuringWork),
        .state([.ready, .finished], at: idleDuringWork),
        .order(.began("show"), .ended("work")), .happens(.marked(findsNoPicture, by: "show")),
      ]),
    // An operation that finishes with its work is still executing then, and show finds a picture.
    Scenario(
      "async-operation",
      given: workElsewhere + [
        .state([.ready, .executing], at: idleDuringWork), .order(.ended("work"), .began("show")),
        .happens(.marked(showsPicture, by: "show")),
      ],
      expect: []))

  static let widthCountsOperations = Claim(
    "A16b",
    Scenario(
      "three-at-once",
      given: threeDownloads + transferFromBlock(1) + transferFromBlock(2) + transferFromBlock(3) + [
        .peak(1, of: downloads, from: .began, to: .ended)
      ],
      expect: [.peak(3, of: transfers, from: .began, to: .ended)]),
    Scenario(
      "one-at-a-time", given: threeDownloads,
      expect: [
        .peak(1, of: transfers, from: .began, to: .ended),
        .happens(.ended("work 1"), .ended("work 2"), .ended("work 3")),
      ]))

  static let waitingTakesAThread = Claim(
    "A16c", in: "waits-inside",
    given: workElsewhere + workFromBlock,
    expect: [
      .state([.ready, .executing], at: idleDuringWork), .place("pictures", at: idleDuringWork),
      .order(.ended("work"), .ended("download"), .began("show")),
      .sameThread(.began("download"), .ended("download")),
      .happens(.marked(showsPicture, by: "show")),
    ])
}

// The premises: work on a thread of its own, which ends after the process was idle.
extension Lesson11 {
  static let downloads = ["download 1", "download 2", "download 3"]
  static let transfers = ["work 1", "work 2", "work 3"]

  /// The process was idle while the work of download was running.
  static let idleDuringWork: Trace.Moment = .settled("download", after: .began("work"))

  /// show depends on download, whose work runs elsewhere and ends after the process was idle.
  static let workElsewhere: [Trace.Condition] = [
    .added("show", to: "pictures", dependencies: ["download"]),
    .added("download", to: "pictures", dependencies: []),
    .order(.began("work"), idleDuringWork, .ended("work")),
    .differentThreads(.began("work"), .ended("work")), .happens(.began("show")),
  ]

  /// The block of download began the work.
  static let workFromBlock: [Trace.Condition] = [
    .order(.began("download"), .began("work"), .ended("download")),
    .sameThread(.began("download"), .began("work")),
  ]

  /// Three downloads were added to a queue of one slot.
  static let threeDownloads: [Trace.Condition] = [
    .added(downloads, to: "pictures", width: 1, dependencies: [])
  ]

  /// The block of that download began a transfer, which ended after the process was idle.
  static func transferFromBlock(_ number: Int) -> [Trace.Condition] {
    let (download, transfer) = ("download \(number)", "work \(number)")
    return [
      .order(.began(download), .began(transfer), .ended(download)),
      .sameThread(.began(download), .began(transfer)),
      .order(
        .began(transfer), .settled(download, after: .began(transfer)), .ended(transfer)),
    ]
  }
}
