import Foundation

// A17: when the completion block runs, how often, and what else has happened by then.
extension Lifetime {
  static let completionClaims = [
    onceFinished, neverBefore, twiceFromMain, afterDependents, afterWaiters, byChance, between,
  ]

  private static let onceFinished = Claim(
    "A17a", "The completion block runs once the operation is finished, cancelled or not.",
    source: .a,
    expected: .everywhere(
      .confirmed, because: "It is sent off by the report of the end, whatever brought it about."),
    mutants: [
      .trace(of: "completion", "it runs while the operation executes") {
        $0.replacing(.completed, of: "done") { $0.state = [.ready, .executing] }
      },
      .trace(of: "completion", "it does not run for the cancelled one") {
        $0.removing(.completed, of: "cancelled")
      },
    ]
  ) { runs in
    let run = try runs["completion"]
    let done = try run.first(.completed, of: "done")
    let cancelled = try run.first(.completed, of: "cancelled")
    let body = try run.occurrence(of: .began, of: "cancelled")
    return .confirmed(
      if: [done, cancelled].allSatisfy { $0.state.contains(.finished) } && body.isNever,
      "both were finished when their blocks ran; the cancelled one had not even begun",
      otherwise: "\(done.state); \(cancelled.state)", [done, cancelled, body.evidence])
  }

  private static let neverBefore = Claim(
    "A17b", "... and only then: never if it does not finish.", source: .a,
    expected: .everywhere(
      .confirmed, because: "Without the report there is nothing to send it off."),
    mutants: [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it runs all the same") {
        $0.inserting(.completed, of: "transfer")
      },
    ]
  ) { runs in
    let run = try runs["never-finishes"]
    let started = try run.first(.started, of: "transfer")
    let completed = try run.occurrence(of: .completed, of: "transfer")
    return .confirmed(
      if: completed.isNever && !completed.evidence.state.contains(.finished),
      "started, never finished; the block did not run", otherwise: "the block ran",
      [started, completed.evidence])
  }

  private static let twiceFromMain = Claim(
    "A17c", "... but a subclass that reports finished in main() makes it run twice.",
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        The inherited start() reports the end as well, after main(), and each report sends off \
        the block. Reports from iOS say the same. The remedy: main() does the work and reports \
        nothing.
        """),
    mutants: [
      .passing("captures-weakly", as: "finishes-in-main"),
      .trace(of: "finishes-in-main", "nobody looked in the end") {
        $0.removing(.settled).removing(.completed)
      },
    ]
  ) { runs in
    let run = try runs["finishes-in-main"]
    let finished = try run.first(.finished, of: "transfer")
    let completed = run.all(.completed, of: "transfer")
    let last = try run.last(.settled, of: "transfer")
    guard !completed.isEmpty else {
      throw MissingEvidence.event(.completed, subject: "transfer", program: run.program)
    }
    return .confirmed(
      if: completed.count == 2, "the block ran twice",
      otherwise: "the block ran \(completed.count) times", [finished] + completed + [last])
  }

  private static let afterDependents = Claim(
    "A17d", "... but it need not have run when a dependent of the operation starts.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        Dependents wait for the end of the operation, not for its block. Here the block even \
        waits for the dependent, and both get what they want.
        """),
    mutants: [
      .passing("operation-between", as: "dependent-first"),
      .trace(of: "dependent-first", "the dependent never begins") {
        $0.removing(.began, of: "second")
      },
    ]
  ) { runs in
    try isFirst("second", .began, before: (.noted, "save"), in: runs["dependent-first"])
  }

  private static let afterWaiters = Claim(
    "A17e", "... nor when waitUntilFinished() returns.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "Whoever waits is woken by the end; the block runs on a thread of its own."),
    mutants: [
      .trace(of: "wait-returns-first", "waitUntilFinished() returns later") {
        $0.movingToEnd(.noted, of: "caller")
      },
      .trace(of: "wait-returns-first", "it never returns") { $0.removing(.noted, of: "caller") },
    ]
  ) { runs in
    try isFirst("caller", .noted, before: (.noted, "save"), in: runs["wait-returns-first"])
  }

  private static let byChance = Claim(
    "A17f", "Left to chance, the completion block runs before the dependent begins.", source: .a,
    expected: .sometimes(
      because: """
        Both are sent off at the same moment, to two threads. What works on one machine, or on a \
        hundred runs, is no rule: see it with --repeat 10.
        """),
    mutants: [
      .trace(of: "left-to-chance", "the block never runs") { $0.removing(.noted, of: "save") },
      .trace(of: "left-to-chance", "the dependent never begins") {
        $0.removing(.began, of: "second")
      },
    ]
  ) { runs in
    try isFirst("save", .noted, before: (.began, "second"), in: runs["left-to-chance"])
  }

  private static let between = Claim(
    "A17g", "An operation between the two runs after the first and before the second.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "Its place is made sure of by dependencies, and those are kept in every run."),
    mutants: [
      .trace(of: "operation-between", "second begins first") {
        $0.movingToFront(.began, of: "second")
      },
      .trace(of: "operation-between", "it is never done") { $0.removing(.ended, of: "save") },
    ]
  ) { runs in
    let run = try runs["operation-between"]
    let first = try run.first(.ended, of: "first")
    let begins = try run.first(.began, of: "save")
    let ends = try run.first(.ended, of: "save")
    let second = try run.first(.began, of: "second")
    return .confirmed(
      if: first.seq < begins.seq && ends.seq < second.seq,
      "first, then save, then second", otherwise: "not in this order",
      [first, begins, ends, second])
  }

  private static func isFirst(
    _ subject: String, _ kind: Event.Kind, before other: (kind: Event.Kind, subject: String),
    in run: Run
  ) throws -> Judgement {
    let one = try run.first(kind, of: subject)
    let two = try run.first(other.kind, of: other.subject)
    return .confirmed(
      if: one.seq < two.seq, "\(subject) came before \(other.subject)",
      otherwise: "\(other.subject) came before \(subject)", [one, two])
  }
}
