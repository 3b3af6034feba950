import OperationLab

/// Runs that hang, written by hand, with the snapshot that the bench would have taken.
enum TimelineHangs {
  /// Lesson 3: both slots are held for ever.
  static let slots = run(
    TimelineSamples.missingFinish,
    (1...10).map { .init(name: "op\($0)", state: .ready, queue: "downloads") },
    [.init(name: "downloads", width: 2, operations: (1...10).map { "op\($0)" })])

  /// Two operations that depend on one another.
  static let circle = run(
    TimelineSamples.trace {
      $0.put("egg", in: "farm", dependencies: ["hen"])
      $0.put("hen", in: "farm", dependencies: ["egg"])
    },
    [
      .init(name: "egg", state: [], dependencies: ["hen"], queue: "farm"),
      .init(name: "hen", state: [], dependencies: ["egg"], queue: "farm"),
    ], [.init(name: "farm", width: -1, operations: ["egg", "hen"])])

  /// A queue that nobody resumes.
  static let pause = run(
    TimelineSamples.trace {
      $0.add("main", "uploads", .suspended)
      $0.put("op1", in: "uploads")
    }, [.init(name: "op1", state: .ready, queue: "uploads")],
    [.init(name: "uploads", width: -1, isSuspended: true, operations: ["op1"])])

  /// A body that waits for another operation of its queue of width 1, and one for its own queue.
  static let calls = run(
    TimelineSamples.trace {
      $0.put("resize", in: "images", width: 1)
      $0.put("load", in: "images", width: 1)
      $0.add("T1", "resize", .began)
      $0.add("T1", "resize", .waiting, note: "for operation load")
      $0.put("tidy", in: "last", width: 1)
      $0.add("T2", "tidy", .began)
      $0.add("T2", "tidy", .waiting, note: "for queue last to be empty")
    },
    [
      .init(name: "resize", state: [.ready, .executing], queue: "images"),
      .init(name: "load", state: .ready, queue: "images"),
      .init(name: "tidy", state: [.ready, .executing], queue: "last"),
    ],
    [
      .init(name: "images", width: 1, operations: ["resize", "load"]),
      .init(name: "last", width: 1, operations: ["tidy"]),
    ])

  static let all: [(name: String, run: Run)] = [
    ("slots", slots), ("circle", circle), ("pause", pause), ("calls", calls),
  ]

  private static func run(
    _ trace: Trace, _ operations: [Snapshot.Operation], _ queues: [Snapshot.Queue]
  ) -> Run {
    Run(
      program: "hang", outcome: .hangs, trace: trace,
      snapshot: Snapshot(operations: operations, queues: queues))
  }
}
