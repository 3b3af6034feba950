import OperationCourse
import OperationDoctor
import OperationLab
import OperationBench

/// A lesson that is never run. Its runs are written by hand.
enum SampleLesson {
  static let lesson = Lesson(
    99, "sample", title: "Nobody says that it is done",
    question: "One slot, two operations, and the first never reports. Does the second start?",
    programs: [
      Program("silent", role: .broken, "The first never reports its end.", expected: .hangs) { _ in
      },
      Program("fixed", role: .fixed, "The first reports its end.") { _ in },
    ],
    claims: [
      claim(
        "C01", .everywhere(.confirmed, because: "It is the only slot."), in: "silent",
        .all("op2 never starts", .happens(.started("op1")), .never(.started("op2")))),
      claim(
        "C02", .everywhere(.refuted, because: "Only the report counts."), in: "fixed",
        .not(.all("it counts", .happens(.finished("op1"))))),
      claim(
        "C03",
        OperationBench.Expectation(
          linux: .confirmed, darwin: .refuted, basis: .documented(page: "page"),
          because: "So it is."), in: "fixed",
        .all("it is so here", .happens(.returned("op1")))),
      claim(
        "C04", .sometimes(because: "Nothing forces an order."), in: "fixed",
        Trace.Condition("op2 was first") { run in
          .init(
            true, "op2 was first",
            [try run.first(.started, of: "op2")] + alike(7, try run.first(.started, of: "op1")))
        }),
    ])

  /// More evidence than a screen shows.
  private static func alike(_ count: Int, _ evidence: Evidence) -> [Evidence] {
    (0..<count).map { seq in
      var evidence = evidence
      evidence.event.seq = seq
      return evidence
    }
  }

  /// Both programs as they should end.
  static let runs = [silent, fixed]

  static let silent = Run(
    program: "silent", outcome: .hangs,
    trace: Trace([
      event(0, 100, "main", "op1", .enqueued, [.ready], "q"),
      event(1, 200, "main", "op2", .enqueued, [.ready], "q"),
      event(2, 1_234_567, "T1", "op1", .started, [.ready]),
      event(3, 1_300_000, "T1", "op1", .returned, [.ready]),
      event(4, 2_000_000, "main", "op1", .settled, [.ready], "in q"),
      event(5, 2_000_100, "main", "op2", .settled, [.ready], "in q"),
    ]),
    snapshot: Snapshot(
      operations: [
        .init(name: "op1", state: [.ready], queue: "q"),
        .init(name: "op2", state: [.ready], queue: "q"),
      ],
      queues: [.init(name: "q", width: 1, operations: ["op1", "op2"])]))

  static let fixed = Run(
    program: "fixed", outcome: .completes,
    trace: Trace([
      event(0, 100, "T1", "op1", .started, [.ready]),
      event(1, 2_000, "T1", "op1", .returned, [.ready, .executing]),
      event(2, 3_000, "T2", "op1", .finished, [.ready, .finished]),
      event(3, 4_000, "T1", "op2", .started, [.ready, .cancelled]),
      event(4, 5_000, "T1", "op2", .finished, [.ready, .finished, .cancelled]),
    ]),
    snapshot: Snapshot(
      operations: [
        .init(name: "op1", state: [.ready, .finished]),
        .init(name: "op2", state: [.ready, .finished, .cancelled]),
      ],
      queues: [.init(name: "q", width: 1)]))

  static func report(_ runs: [Run] = runs) -> LessonReport {
    LessonReport(lesson: lesson, runs: runs, platform: .linux)
  }

  static func event(
    _ seq: Int, _ ns: UInt64, _ thread: String, _ subject: String, _ kind: Event.Kind,
    _ state: OperationState = [], _ note: String = ""
  ) -> Event {
    Event(
      seq: seq, ns: ns, thread: thread, subject: subject, kind: kind, state: state, note: note)
  }

  private static func claim(
    _ id: String, _ expected: OperationBench.Expectation,
    in program: String, _ condition: Trace.Condition
  ) -> Claim {
    Claim(
      id, "Statement \(id).", origin: .article(.c), expected: expected, in: program, given: [],
      expect: [condition])
  }
}
