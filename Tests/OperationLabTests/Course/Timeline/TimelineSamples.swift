import OperationCourse
@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench

/// Traces written by hand, in the shape that the lessons' programs leave.
enum TimelineSamples {
  /// Lesson 3: width 2, ten operations, and the two that start never report finished.
  static let missingFinish = trace {
    for number in 1...10 { $0.add("main", "op\(number)", .enqueued, [.ready]) }
    $0.add("T1", "op1", .started, [.ready, .executing])
    $0.add("T2", "op2", .started, [.ready, .executing])
    $0.add("T1", "op1", .returned, [.ready, .executing])
    $0.add("T2", "op2", .returned, [.ready, .executing])
    for number in 1...10 {
      $0.add("main", "op\(number)", .settled, number < 3 ? [.ready, .executing] : [.ready])
    }
  }

  /// A sound asynchronous operation: started on one thread, worked on and finished on another.
  static let asynchronous = trace(
    """
    main download enqueued ready, T1 download started ready, T1 download returned ready executing, \
    T2 download began ready executing, T2 download ended ready executing, \
    T2 download finished ready finished, T3 download completed ready finished
    """)

  /// A block operation started by hand. Nothing reports its finish, yet it finishes.
  static let block = trace(
    """
    main boil started, main boil began, main boil ended, main boil returned, \
    main boil observed ready finished
    """)

  /// The body still runs, inside `start()`, when the trace ends. A gate and a cancelled operation
  /// beside it.
  static let stuck = trace(
    """
    main queue suspended: no operation, main fetch enqueued ready, T1 fetch started ready, \
    T1 fetch began ready executing, T1 gate waiting, main draw enqueued, \
    main draw cancelled cancelled, T1 gate timedOut: after 2 s
    """)

  /// Width 2 again, but a later callback from one other thread reports each finished.
  static let laterCallback = trace {
    for number in 1...4 { $0.add("main", "op\(number)", .enqueued, [.ready]) }
    for first in [1, 3] {
      for number in [first, first + 1] {
        let thread = number == first ? "T1" : "T2"
        $0.add(thread, "op\(number)", .started, [.ready, .executing])
        $0.add(thread, "op\(number)", .returned, [.ready, .executing])
      }
      for number in [first, first + 1] {
        $0.add("T3", "op\(number)", .finished, [.ready, .finished])
      }
    }
  }

  /// Names that no terminal and no page may take at their word.
  static let hostile = trace {
    $0.add("main", "<script>alert(\"1\")</script>&'", .started)
    $0.add("T\u{1B}[31m1", "", .began, note: "line\nbreak]]>\u{0}")
    $0.add("main", "a\u{202E}b\u{200B}", .ended, note: "--><!--")
    $0.add("", "下载🚀é", .returned)
    $0.add("main", "下载🚀é", .started)
    $0.add("main", "下载🚀é", .started)
    $0.add("main", "下载🚀é", .returned)
    $0.add("T\u{1B}[31m1", "\u{FFFE}\u{1}", .noted, note: "\u{301}\r\n\t\"")
  }

  /// Short operations one after another on three threads.
  static func crowd(_ count: Int) -> Trace {
    trace {
      for number in 1...count {
        let thread = "T\(number % 3 + 1)"
        $0.add("main", "op\(number)", .enqueued)
        for kind: Event.Kind in [.started, .began, .ended, .finished, .returned] {
          $0.add(thread, "op\(number)", kind)
        }
      }
    }
  }

  /// Every kind of arrow: width 1, a dependency, a pause, a blocking call and a gate.
  static let arrows = trace(
    """
    op1 op2 into downloads width 1, op3 into drawing after op2, T1 runs op1, T1 runs op2, \
    T2 runs op3, main uploads suspended, op4 into uploads, main uploads resumed, T1 op4 started, \
    main program waiting: for operation op4, T1 op4 finished, main program noted: goes on, \
    T2 cook waiting: at gate door, main door opened, T2 cook noted: goes in
    """)

  static let all: [(name: String, trace: Trace)] = [
    ("missing-finish", missingFinish), ("asynchronous", asynchronous), ("block", block),
    ("stuck", stuck), ("later-callback", laterCallback), ("hostile", hostile), ("empty", Trace()),
    ("arrows", arrows),
  ]

  /// Events that are numbered from 0, a microsecond apart.
  static func trace(_ write: (inout Writer) -> Void) -> Trace {
    var writer = Writer()
    write(&writer)
    return Trace(writer.events)
  }

  /// The same, written as text: steps such as `a b into q width 1 after c`, `T1 runs a`, and
  /// `T1 a returned ready executing`, of which the last may have a note: `T1 a waiting: at gate door`.
  static func trace(_ steps: String) -> Trace {
    trace { writer in
      for step in steps.split(separator: /,\s*/) { writer.tell(step) }
    }
  }

  struct Writer {
    fileprivate var events: [Event] = []

    fileprivate mutating func tell(_ step: Substring) {
      let note = step.firstRange(of: ": ").map { String(step[$0.upperBound...]) } ?? ""
      let words = step.dropLast(note.isEmpty ? 0 : note.count + 2).split(separator: " ").map(
        String.init)
      if let into = words.firstIndex(of: "into") {
        let dependencies = words.firstIndex(of: "after").map { words[($0 + 1)...] } ?? []
        let width = words.firstIndex(of: "width").flatMap { Int(words[$0 + 1]) }
        for name in words[..<into] {
          put(name, in: words[into + 1], width: width ?? -1, dependencies: Array(dependencies))
        }
      } else if words[1] == "runs" {
        run(words[2], on: words[0])
      } else {
        guard let kind = Event.Kind(rawValue: words[2]) else { preconditionFailure("\(step)") }
        let flags: [String: OperationState] = [
          "ready": .ready, "executing": .executing, "finished": .finished, "cancelled": .cancelled,
        ]
        let state = OperationState(words.dropFirst(3).compactMap { flags[$0] })
        add(words[0], words[1], kind, state, note: note)
      }
    }

    mutating func add(
      _ thread: String, _ subject: String, _ kind: Event.Kind, _ state: OperationState = [],
      note: String = "", enqueueing: Event.Enqueueing? = nil
    ) {
      events.append(
        .written(
          seq: events.count, ns: UInt64(events.count) * 1000, thread: thread, subject: subject,
          kind: kind, state: state, note: note, enqueueing: enqueueing))
    }

    /// Into a queue, as the bench writes it down.
    mutating func put(
      _ subject: String, in queue: String, width: Int = -1, dependencies: [String] = []
    ) {
      add(
        "main", subject, .enqueued, note: queue,
        enqueueing: .init(queue: queue, width: width, dependencies: dependencies))
    }

    /// From its start to its finish.
    mutating func run(_ subject: String, on thread: String) {
      add(thread, subject, .started)
      add(thread, subject, .finished)
      add(thread, subject, .returned)
    }
  }
}

/// Runs that hang, written by hand, with the snapshot that the bench would have taken.
enum TimelineHangs {
  /// Lesson 3: both slots are held forever.
  static let slots = run(
    TimelineSamples.missingFinish,
    (1...10).map { .init(name: "op\($0)", state: .ready, queue: "downloads") },
    [.init(name: "downloads", width: 2, operations: (1...10).map { "op\($0)" })])

  /// Two operations that depend on one another.
  static let circle = run(
    TimelineSamples.trace("egg into farm after hen, hen into farm after egg"),
    [
      .init(name: "egg", state: [], dependencies: ["hen"], queue: "farm"),
      .init(name: "hen", state: [], dependencies: ["egg"], queue: "farm"),
    ], [.init(name: "farm", width: -1, operations: ["egg", "hen"])])

  /// A queue that is never resumed.
  static let pause = run(
    TimelineSamples.trace("main uploads suspended, op1 into uploads"),
    [.init(name: "op1", state: .ready, queue: "uploads")],
    [.init(name: "uploads", width: -1, isSuspended: true, operations: ["op1"])])

  /// A body that waits for another operation of its queue of width 1, and one for its own queue.
  static let calls = run(
    TimelineSamples.trace(
      """
      resize load into images width 1, T1 resize began, T1 resize waiting: for operation load, \
      tidy into last width 1, T2 tidy began, T2 tidy waiting: for queue last to be empty
      """),
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

/// Traces that no run could leave, the same for the same seed.
enum TimelineNonsense {
  static func trace(seed: UInt64, count: Int) -> Trace {
    var random = SplitMix(seed: seed)
    let threads = ["main", "T1", "T2", "", "T\u{7}"]
    let subjects = [
      "a", "b", "", "queue", "<&\">", "é\u{301}\u{202E}", "\u{1F468}\u{200D}\u{1F469}", "名前",
      "a name with spaces that is much longer than any bar could ever be", "\r\n", "\u{301}",
    ]
    let notes = ["", "note", "two\nlines", "\u{0}\u{1B}]0;x\u{7}", "--> ]]> <![CDATA["]
    let events = (0..<count).map { place in
      Event(
        // Numbers that repeat, and leave gaps.
        seq: place / 3 * 5 - 7 + (place % 3 == 0 ? 0 : place % 3), ns: random.next() % 5000,
        thread: threads.randomElement(using: &random)!,
        subject: subjects.randomElement(using: &random)!,
        kind: Event.Kind.allCases.randomElement(using: &random)!,
        state: OperationState(rawValue: UInt8(truncatingIfNeeded: random.next() % 16)),
        note: notes.randomElement(using: &random)!)
    }
    return Trace(events)
  }
}

extension Timeline {
  /// This run alone, as a page.
  func html(title: String) -> String {
    TimelineAlbum(title: title, pages: [.init(title: title, name: "run", timeline: self)]).html()
  }

  /// This run alone, as a trace file.
  func perfetto(title: String) throws -> String {
    try TimelineAlbum(title: title, pages: [.init(title: title, name: "run", timeline: self)])
      .perfetto()
  }
}
