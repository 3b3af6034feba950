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
    mutants: [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it is deallocated") { $0.inserting(.released, of: "transfer") },
      .trace(of: "never-finishes", "it reports finished") {
        $0.inserting(.announced, of: "transfer").replacing(.announced) {
          $0.set(.key("isFinished"))
        }
      },
      .trace(of: "never-finishes", "it is in no queue") { $0.removing(.enqueued) },
      .trace(of: "finishes", "somebody else holds it, too") { $0.removing(.released) },
      .trace(of: "never-finishes", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, twin) = (try runs["never-finishes"], try runs["finishes"])
    let added = try run.enqueued("transfer")
    try run.requireNotHeld("transfer")
    let started = try run.first(.started, of: "transfer")
    try run.require(added.seq < started.seq, "the queue started it")
    try run.require(
      run.all(.finished, of: "transfer").isEmpty
        && run.announcement(of: "isFinished", by: "transfer").isNever,
      "it never reports finished")
    let released = try run.occurrence(of: .released, of: "transfer")
    // Put into a queue and let go by the same lines, its twin is deallocated: nobody else holds it.
    try twin.enqueued("transfer")
    let twinReleased = try twin.first(.released, of: "transfer")
    return .confirmed(
      if: released.isNever && released.evidence.note == "in \(added.note)"
        && !released.evidence.state.contains(.finished),
      "when nothing could happen any more it was still there, \(released.evidence.note)",
      otherwise: "it was deallocated", [added, started, released.evidence, twinReleased])
  }

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
    mutants: [
      .passing("finishes", as: "in-no-queue"),
      .trace(of: "in-no-queue", "it is not deallocated") { $0.removing(.released) },
      .trace(of: "in-no-queue", "nobody starts it") { $0.removing(.started) },
      .trace(of: "in-no-queue", "it finished") { $0.inserting(.finished, of: "transfer") },
    ]
  ) { runs in
    let run = try runs["in-no-queue"]
    let started = try run.first(.started, of: "transfer")
    try run.require(
      run.all(.enqueued, of: "transfer").isEmpty && started.thread == "main",
      "it is in no queue, and started by hand")
    try run.require(
      run.all(.finished, of: "transfer").isEmpty
        && !run.all(.announced, of: "transfer").contains { $0.note == "isFinished" },
      "it never reports finished")
    let released = try run.occurrence(of: .released, of: "transfer")
    return .confirmed(
      if: released.isNever, "it is still there", otherwise: "deallocated, and never finished",
      [started, released.evidence])
  }

  static let finishedIsLetGo = Claim(
    "E06c", "... while one that reports finished is deallocated when nobody else holds it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "At the report the queue removes it and lets go of it."),
    mutants: [
      .passing("never-finishes", as: "finishes"),
      .passing("captures-itself", as: "captures-weakly"),
      .trace(of: "finishes", "it announces nothing") { $0.removing(.announced) },
      .trace(of: "finishes", "it is in no queue") { $0.removing(.enqueued) },
      .trace(of: "captures-weakly", "its block does not run") { $0.removing(.completed) },
    ]
  ) { runs in
    let reporting = try runs["finishes"]
    let weak = try runs["captures-weakly"]
    try reporting.enqueued("transfer")
    try weak.enqueued("transfer")
    let finished = try reporting.first(.finished, of: "transfer")
    let announced = try reporting.announced("isFinished", by: "transfer")
    try reporting.require(finished.state.contains(.finished), "it reports finished, and is")
    let block = try BlockRun(of: "transfer", in: weak)
    let ends = try [
      reporting.occurrence(of: .released, of: "transfer"),
      weak.occurrence(of: .released, of: "transfer"),
    ]
    return .confirmed(
      if: ends.allSatisfy { !$0.isNever } && announced.seq < ends[0].evidence.seq
        && block.began.seq < ends[1].evidence.seq,
      "finished, and then deallocated, also with a completion block that holds it weakly",
      otherwise: "it is still there", [finished, announced, block.began] + ends.map(\.evidence))
  }

  static let dependentKeepsIt = Claim(
    "E06d", "... unless it is a dependency of an operation that is still held.", origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.dependencies),
      because: """
        An operation keeps the list of its dependencies after they, and it, have finished. In a \
        long chain each keeps all before it; break it with removeDependency(_:) after the end.
        """),
    mutants: [
      .trace(of: "kept-by-dependent", "it is let go at once") {
        $0.movingToFront(.released, of: "first")
      },
      .trace(of: "kept-by-dependent", "it is let go before second is") {
        $0.movingToEnd(.released, of: "second")
      },
      .trace(of: "kept-by-dependent", "second does not depend on it") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "kept-by-dependent", "it has not finished") {
        $0.replacing(.settled, of: "first") { $0.state.remove(.finished) }
      },
    ]
  ) { runs in
    let run = try runs["kept-by-dependent"]
    try run.enqueued("first")
    let behind = try run.enqueued("second", dependencies: ["first"], losesDependencies: true)
    let settled = try ["first", "second"].map { try run.restInQueue(of: $0) }
    try run.require(
      settled.allSatisfy { $0.state.contains(.finished) && $0.note == "in no queue" },
      "both have finished and left their queue")
    let held = try run.first(.noted, of: "owner", note: "still holds second")
    let second = try run.first(.released, of: "second")
    try run.require(
      settled[1].seq < held.seq && held.seq < second.seq, "somebody still holds second")
    let first = try run.first(.released, of: "first")
    let isKept = second.seq < first.seq
    // What keeps it is the dependency, and nothing else, only if that is still there.
    if isKept { try run.enqueued("second", dependencies: ["first"]) }
    return .confirmed(
      if: isKept,
      "finished and in no queue, first was there for as long as second was",
      otherwise: "first was let go while second was held",
      [behind, settled[0], held, second, first])
  }

  static let blockKeepsIt = Claim(
    "E06e", "... or its own completion block captures it.", origin: .kit,
    expected: Expectation(
      linux: .confirmed, darwin: .refuted, basis: .documented(page: ApplePage.completionBlock),
      because: """
        The operation holds the block, and the block the operation. On macOS the property is set \
        to nil once the block has run; on Linux it is not, and neither is ever let go.
        """),
    mutants: [
      .passing("captures-weakly", as: "captures-itself"),
      .trace(of: "captures-itself", "its block does not use it") { $0.removing(.observed) },
      .trace(of: "captures-weakly", "somebody else holds it, too") { $0.removing(.released) },
      .trace(of: "captures-itself", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, twin) = (try runs["captures-itself"], try runs["captures-weakly"])
    try run.enqueued("transfer")
    try run.requireNotHeld("transfer")
    let block = try BlockRun(of: "transfer", in: run)
    let used = run.all(.observed, of: "transfer").first(where: block.contains)
    guard let used, used.state.contains(.finished) else {
      throw MissingEvidence.premise(
        "its block uses the operation, which has finished", program: run.program)
    }
    // Put into a queue and let go by the same lines, its twin is deallocated: nobody else holds it.
    try twin.enqueued("transfer")
    let twinReleased = try twin.first(.released, of: "transfer")
    let released = try run.occurrence(of: .released, of: "transfer")
    return .confirmed(
      if: released.isNever && released.evidence.note == "in no queue",
      "finished, in no queue, its block has run, and it is still there",
      otherwise: "it was deallocated after its block had run",
      [block.began, used, block.over, released.evidence, twinReleased])
  }
}
