import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 12 about a cancel() that says finished itself.
extension Lesson12 {
  static let noComplaint = Claim(
    "D02a",
    "cancel() may itself set finished on an operation that is queued and not started: "
      + "Foundation does not mind.",
    origin: .article(
      .d,
      passage: .init(
        "在这里我们需要设置finished和executing的状态",
        "here we must set the states finished and executing",
        at: 497,
        but: """
          The article sets finished in cancel() without asking whether start() was called. \
          That Foundation does not mind is what its program relies on.
          """)),
    expected: .everywhere(
      .refuted, basis: .reported("AFNetworking/AFNetworking, pull request 1662"),
      because: """
        Foundation prints "went isFinished=YES without being started by the queue it is in". The \
        queue drops its hold on the operation, and on Linux its list of candidates still points \
        to it: if nothing else keeps it alive, the queue later reads freed memory.
        """),
    in: "finish-in-cancel",
    given: cancelledBehindFirst + finishedByCancel + [
      .order(.finished("second"), .announced("isFinished", by: "second"), idleAfterCancel),
      .never(.started("second")),
    ],
    expect: [.prints(warning, false)])

  static let endsOnce = Claim(
    "D02b", "... and it is over then: nothing more happens to it.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Between choosing an operation and starting it the queue waits for a thread. When the \
        thread comes, start() is called, finished or not. On Linux the queue then notices the end \
        once more, and the completion block runs a second time.
        """),
    in: "finish-too-early",
    given: cancelledBeforeThread + finishedByCancel + [
      .place(nil, at: idleAfterCancel), .happens(.completed("second")),
      .ifEver(
        .started("second"), .differentThreads(.cancelled("second"), .started("second"))),
    ],
    expect: [.never(.started("second")), .times(1, .completed, of: "second")])

  static let inheritedStartTraps = Claim(
    "D02c", "... and when start() is inherited from Operation, that ends the process.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited start() finds an operation that no queue owns any more in the midst of being \
        started. It takes that for a second start from another thread, and ends the process.
        """),
    in: "inherited-start",
    given: cancelledBeforeThread + finishedByCancel + [
      .place(nil, at: idleAfterCancel),
      .state([.ready, .finished, .cancelled], at: .started("second")),
      .differentThreads(.cancelled("second"), .started("second")),
    ],
    expect: [
      .traps(at: .started("second"), saying: "trying to start the receiver simultaneously")
    ])

  static let patienceIsSafe = Claim(
    "D02d", "A cancel() that finishes only what start() has begun is safe at both moments.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Then only start(), or what comes after it, ever finishes the operation: once."),
    Scenario(
      "cancel-marks", given: cancelledBehindFirst + announcedByStart, expect: finishedByStartOnce),
    Scenario(
      "cancel-marks-in-time", given: cancelledBeforeThread + announcedByStart,
      expect: finishedByStartOnce),
    Scenario("cancel-at-work", given: finishedAtWork, expect: []))

  /// `start()` alone finished second, once, and it did no work.
  private static let finishedByStartOnce: [Trace.Condition] = [
    .place("downloads", at: idleAfterCancel), .state([.ready, .cancelled], at: idleAfterCancel),
    .order(.cancelled("second"), .started("second"), .finished("second"), .completed("second")),
    .differentThreads(.cancelled("second"), .started("second")),
    .sameThread(.started("second"), .finished("second")), .never(.began("second")),
    .times(1, .started, of: "second"), .times(1, .finished, of: "second"),
    .times(1, .completed, of: "second"), .prints(warning, false),
    .place(nil, at: .settled("second")),
  ]
}
