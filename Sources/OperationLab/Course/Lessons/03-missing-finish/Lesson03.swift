import OperationBench
import OperationDownloads

/// Lesson 3; its page is `Lessons/03-missing-finish/README.md`.
enum Lesson03 {
  static let lesson = Lesson(
    3, "missing-finish", title: "Ten operations, two slots",
    question: """
      Ten operations go into a queue that runs two at a time. Two start; the other eight never do. \
      Nothing crashed and nothing is slow. Why?
      """,
    programs: [
      silence,
      pairs,
      laterCallback,
      baseClass,
    ],
    claims: [
      onlyTwoStart,
      allTenRun,
      baseClassRuns,
      leavesWhenFinished,
      newThreadEach,
      severalOnAPool,
    ],
    predictions: predictions,
    opening: """
      Ten operations go into a queue that runs two at a time. The start() of each writes a line \
      and returns. What becomes of the ten?
      """)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .count("How many of the ten operations start?", .started),
    "pairs": .count("How many have started when the first one reports isFinished?", .started)
      .by(names.map { .finished($0) }),
    "later-callback": .atOnce(
      "Each reports isFinished later. How many are started and not finished at one moment, at most?",
      from: .started, to: .finished, of: names),
    "async-operation": .first(
      "Which comes first?", ("work() of op1 returns", .returned("op1")),
      ("op1 is finished", .finished("op1"))),
  ]
}

extension Lesson03 {
  static let onlyTwoStart = Claim(
    "C11", in: "article",
    given: tenInTwoSlots + [.never(.finished, of: names), .exactly(2, .returned, of: names)],
    expect: [
      .exactly(2, .started, of: names), .stuck(2, of: names, .silent),
      .stuck(8, of: names, .noFreeSlot),
    ])

  static let allTenRun = Claim(
    "C12",
    Scenario("later-callback", given: tenReportLater, expect: allRunInTwoSlots),
    Scenario("pairs", given: tenReportOnMain, expect: allRunInTwoSlots))

  static let baseClassRuns = Claim(
    "C12b", in: "async-operation",
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
    "A03",
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

// The threads of the queue: article C takes them for new ones.
extension Lesson03 {
  static let newThreadEach = Claim(
    "C05c", in: "pairs", given: tenReportOnMain,
    expect: [.not(threadStartsAgain)])

  static let severalOnAPool = Claim(
    "A06b", in: "pairs", given: tenReportOnMain,
    expect: [.peak(2, of: names, from: .started, to: .finished), threadStartsAgain])

  private static let threadStartsAgain = Trace.Condition(
    "a thread that has started an operation starts another one"
  ) { run in
    let starts = run.all(.started).filter { names.contains($0.event.subject) }
    let threads = Set(starts.map(\.event.thread)).count
    return .init(
      threads < starts.count, "\(starts.count) operations were started on \(threads) threads",
      starts)
  }
}

// The premises: ten operations in a queue of width 2, and how each of them ends.
extension Lesson03 {
  static let names = (1...10).map { "op\($0)" }

  /// Each of the ten reports finished, after its `start()` and with a KVO notification.
  static let tenReportLater: [Trace.Condition] =
    tenInTwoSlots + [
      .each(names) {
        finishesLaterElsewhere($0) + [.order(.finished($0), .announced("isFinished", by: $0))]
      }
    ]

  /// The timer calls back on the main thread.
  static let tenReportOnMain = tenReportLater + [.each(names) { [.onMain(.finished($0))] }]

  static let allRunInTwoSlots: [Trace.Condition] = [
    .exactly(10, .started, of: names), .peak(2, of: names, from: .started, to: .finished),
    .each(names) { [.place(nil, at: .settled($0))] },
  ]

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
