import OperationLab
import OperationDownloads
import OperationTesting

// A17: when the completion block runs, and how often.
extension Lesson16 {
  static let onceFinished = Claim(
    "A17a", "The completion block runs once the operation is finished, cancelled or not.",
    origin: .article(
      .a,
      passage: .init(
        "当finished属性设置为YES时才会执行该回调",
        "the callback is run only when finished is set to YES",
        at: 149)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.completionBlock),
      because: "It is sent off by the report of the end, whatever brought it about."),
    mutants: [
      .trace(of: "completion", "it runs while the operation executes") {
        $0.replacing(.observed, of: "done") { $0.state = [.ready, .executing] }
      },
      .trace(of: "completion", "it runs twice") { $0.inserting(.completed, of: "done") },
      .trace(of: "completion", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "completion", "it does not run for the cancelled one") {
        $0.removing(.completed, of: "cancelled")
      },
    ]
  ) { runs in
    let run = try runs["completion"]
    let names = ["done", "cancelled"]
    let blocks = try names.map { try BlockRun(of: $0, in: run) }
    let states = try zip(blocks, names).map { block, name in
      guard let state = run.all(.observed, of: name).first(where: block.contains) else {
        throw MissingEvidence.premise("\(name) is looked at in its block", program: run.program)
      }
      return state
    }
    let ended = try run.first(.ended, of: "done")
    try run.require(ended.seq < blocks[0].began.seq, "done has done its work")
    let cancelled = try run.first(.cancelled, of: "cancelled")
    try run.require(
      cancelled.seq < blocks[1].began.seq && states[1].state.contains(.cancelled)
        && !states[0].state.contains(.cancelled),
      "the second, and only that, was cancelled before")
    let body = try run.occurrence(of: .began, of: "cancelled")
    return .confirmed(
      if: states.allSatisfy { $0.state.contains(.finished) } && body.isNever
        && names.allSatisfy { run.all(.completed, of: $0).count == 1 },
      "both were finished when their blocks ran; the cancelled one had not even begun",
      otherwise: "\(states[0].state); \(states[1].state)",
      [ended, states[0], cancelled, states[1], body.evidence])
  }

  static let neverBefore = Claim(
    "A17b", "... and only then: never if it does not finish.",
    origin: .article(
      .a,
      passage: .init(
        "当finished属性设置为YES时才会执行该回调",
        "the callback is run only when finished is set to YES",
        at: 149)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.completionBlock),
      because: "Without the report there is nothing to send it off."),
    mutants: [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it runs all the same") {
        $0.inserting(.completed, of: "transfer")
      },
      .trace(of: "never-finishes", "it has no block") { $0.removing(.noted) },
      .trace(of: "finishes", "no block ever runs") { $0.removing(.completed) },
    ]
  ) { runs in
    let (run, twin) = (try runs["never-finishes"], try runs["finishes"])
    let set = try run.first(.noted, of: "transfer", note: Words.blockSet)
    let started = try run.first(.started, of: "transfer")
    try run.require(
      run.announcement(of: "isFinished", by: "transfer").isNever, "it never reports finished")
    try run.require(
      !run.all(.noted, of: "transfer").contains { $0.note == Words.blockGone }, "it keeps its block"
    )
    let completed = try run.occurrence(of: .completed, of: "transfer")
    // The same block of an operation that does report.
    let block = try BlockRun(of: "transfer", in: twin)
    let finished = try twin.first(.finished, of: "transfer")
    try twin.require(finished.seq < block.began.seq, "the twin's block runs after its report")
    return .confirmed(
      if: completed.isNever && !completed.evidence.state.contains(.finished),
      "started, never finished; the block did not run", otherwise: "the block ran",
      [set, started, completed.evidence, finished, block.began])
  }

  static let twiceFromMain = Claim(
    "A17c", "... but a subclass that reports finished in main() makes it run twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported(
        "pluralsight/PSOperations, issue 4, and ProcedureKit/ProcedureKit, issue 123"),
      because: """
        The inherited start() reports the end as well, after main(), and each report sends off \
        the block. Reports from iOS say the same. The remedy: main() does the work and reports \
        nothing.
        """),
    mutants: [
      .passing("captures-weakly", as: "finishes-in-main"),
      .trace(of: "finishes-in-main", "main() reports nothing") {
        $0.removing(.finished).removing(.announced)
      },
      .trace(of: "finishes-in-main", "it has a start() of its own") {
        $0.replacing(.finished) { $0.state.remove(.executing) }
      },
      .trace(of: "finishes-in-main", "nobody looked in the end") {
        $0.removing(.settled).removing(.completed)
      },
    ]
  ) { runs in
    let run = try runs["finishes-in-main"]
    let began = try run.first(.began, of: "transfer")
    let finished = try run.first(.finished, of: "transfer")
    let announced = try run.announced("isFinished", by: "transfer")
    // Only the inherited start() has set executing.
    try run.require(
      began.seq < finished.seq && finished.state.isSuperset(of: [.executing, .finished])
        && began.thread == announced.thread
        && run.all(.finished, of: "transfer").count == 1,
      "main(), called by the inherited start(), reports finished")
    let block = try BlockRun(of: "transfer", in: run)
    let completed = run.all(.completed, of: "transfer")
    let last = try run.last(.settled, of: "transfer")
    try run.require(finished.seq < block.began.seq, "the block runs after the report")
    return .confirmed(
      if: completed.count == 2, "the block ran twice",
      otherwise: "the block ran \(completed.count) times",
      [finished, announced] + completed + [last])
  }

  /// The first run of an operation's completion block, from beginning to end.
  struct BlockRun {
    let began: Evidence
    let over: Evidence
    private let run: Run

    /// - Throws: ``MissingEvidence`` if it was never given one, or if that never ran.
    init(of subject: String, in run: Run) throws {
      let set = try run.first(.noted, of: subject, note: Words.blockSet)
      let began = try run.first(.completed, of: subject)
      // A second run, if there is one, may go on at the same time on another thread.
      let over = run.all(.noted, of: subject).first {
        $0.note == Words.blockOver && $0.thread == began.thread && $0.seq > began.seq
      }
      guard let over, set.seq < began.seq else {
        throw MissingEvidence.premise(
          "the completion block of \(subject) begins and ends", program: run.program)
      }
      self.began = began
      self.over = over
      self.run = run
    }

    /// Whether the event happened in the block.
    func contains(_ event: Evidence) -> Bool {
      began.seq < event.seq && event.seq < over.seq && event.thread == began.thread
    }

    /// The block's wait for an operation.
    func wait(for operation: String) throws -> Evidence {
      let wait = run.all(.waiting).first { contains($0) && $0.note == "for operation \(operation)" }
      guard let wait else {
        throw MissingEvidence.premise("the block waits for \(operation)", program: run.program)
      }
      return wait
    }
  }
}
