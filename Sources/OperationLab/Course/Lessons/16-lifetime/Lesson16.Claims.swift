import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson16 {
  static let queueKeepsIt = Claim(
    "E06a", "An operation in a queue that never reports finished is never deallocated.",
    origin: .article(
      .e,
      passage: .init(
        "如果执行完操作不是finish状态的话.NSOperation实例就不会销毁",
        "if it is not in the state finish after the work, the NSOperation is not destroyed",
        at: 975)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "The queue holds it until it is finished, and it holds the queue as well."),
    Scenario(
      "never-finishes",
      given: [
        leftToQueue,
        .order(.added("transfer"), .started("transfer")),
        .never(.finished("transfer")),
        .never(.announced("isFinished", by: "transfer")),
      ],
      expect: [
        .all(
          "transfer is still there, not finished and in its queue",
          .never(.released("transfer")),
          .flags(not: .finished, at: .settled("transfer")),
          .place("transfers", at: .settled("transfer")))
      ]),
    // The twin shows that only the queue holds it.
    Scenario("finishes", given: releasedTwin, expect: []))

  static let nobodyElseDoes = Claim(
    "E06b", "... nor is one that is in no queue.",
    origin: .article(
      .e,
      passage: .init(
        "完成(不返回YES就不会dealloc)",
        "finished (if this does not return YES, there is no dealloc)",
        at: 617)),
    expected: .everywhere(
      .refuted,
      because: """
        It is the queue that holds on to it, not the operation's state. Started by hand and let \
        go, it is deallocated like any object, finished or not.
        """),
    in: "in-no-queue",
    given: [
      .onMain(.started("transfer")),
      Trace.Condition("transfer was in no queue and never reported finished") { run in
        let events = run.trace.events.filter { $0.subject == "transfer" }
        return .init(
          !events.contains {
            $0.kind == .enqueued || $0.kind == .finished || $0.key == "isFinished"
          }, "", [])
      },
    ],
    expect: [.never(.released("transfer"))])

  static let finishedIsLetGo = Claim(
    "E06c", "... while one that reports finished is deallocated when nobody else holds it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "At the report the queue removes it and lets go of it."),
    Scenario(
      "finishes",
      given: [leftToQueue, .flags(.finished, at: .finished("transfer"))],
      expect: [
        .notYet(.released("transfer"), at: .announced("isFinished", by: "transfer")),
        .happens(.released("transfer")),
      ]),
    Scenario(
      "captures-weakly",
      given: [leftToQueue] + blockRuns("transfer"),
      expect: [
        .notYet(.released("transfer"), at: .completed("transfer")),
        .happens(.released("transfer")),
      ]))

  static let dependentKeepsIt = Claim(
    "E06d", "... unless it is a dependency of an operation that is still held.", origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.dependencies),
      because: """
        An operation keeps the list of its dependencies after they, and it, have finished. In a \
        long chain each keeps all before it; break it with removeDependency(_:) after the end.
        """),
    in: "kept-by-dependent",
    given: [
      .added("first", to: "transfers", isSuspended: true),
      .added("second", to: "transfers", isSuspended: true, dependencies: ["first"]),
      .flags(.finished, at: .firstSettled("first")),
      .place(nil, at: .firstSettled("first")),
      .flags(.finished, at: .firstSettled("second")),
      .place(nil, at: .firstSettled("second")),
      .order(
        .firstSettled("second"), .marked(Marks.holdsSecond, by: "owner"),
        .released("second")),
    ],
    expect: [.order(.released("second"), .released("first"))])

  static let blockKeepsIt = Claim(
    "E06e", "... or its own completion block captures it.", origin: .kit,
    expected: Expectation(
      linux: .confirmed, darwin: .refuted, basis: .documented(page: ApplePage.completionBlock),
      because: """
        The operation holds the block, and the block the operation. On macOS the property is set \
        to nil once the block has run; on Linux it is not, and neither is ever let go.
        """),
    Scenario(
      "captures-itself",
      given: [leftToQueue] + blockRuns("transfer") + [
        inBlock(of: "transfer", .observed("transfer")),
        .flags(.finished, at: .observed("transfer")),
      ],
      expect: [
        .all(
          "transfer is still there, finished and in no queue",
          .never(.released("transfer")),
          .place(nil, at: .settled("transfer")))
      ]),
    // The twin shows that nothing else holds it.
    Scenario("captures-weakly", given: releasedTwin, expect: []))
}
