import Foundation

extension Lesson {
  static let lifetime = Lesson(
    16, "lifetime", title: "Who keeps an operation alive, and what happens after its end",
    question: """
      You let go of an operation. Is it deallocated? And its completion block: has it run when \
      the next operation starts?
      """,
    programs: Lifetime.programs,
    claims: [
      queueKeepsIt, nobodyElseDoes, finishedIsLetGo, dependentKeepsIt, blockKeepsIt,
    ] + Lifetime.completionClaims)

  private static let queueKeepsIt = Claim(
    "E06a", "An operation in a queue that never reports finished is never deallocated.",
    source: .e,
    expected: .everywhere(
      .confirmed,
      because: "The queue holds it until it is finished, and it holds the queue as well."),
    mutants: [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it is deallocated") { $0.inserting(.released, of: "transfer") },
      .trace(of: "never-finishes", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["never-finishes"]
    let started = try run.first(.started, of: "transfer")
    let released = try run.occurrence(of: .released, of: "transfer")
    return .confirmed(
      if: released.isNever && released.evidence.note == "in transfers",
      "when nothing could happen any more it was still there, \(released.evidence.note)",
      otherwise: "it was deallocated", [started, released.evidence])
  }

  private static let nobodyElseDoes = Claim(
    "E06b", "... nor is one that is in no queue.", source: .e,
    expected: .everywhere(
      .refuted,
      because: """
        It is the queue that holds on to it, not the operation's state. Started by hand and let \
        go, it is deallocated like any object, finished or not.
        """),
    mutants: [
      .passing("finishes", as: "in-no-queue"),
      .trace(of: "in-no-queue", "it is not deallocated") { $0.removing(.released) },
    ]
  ) { runs in
    let run = try runs["in-no-queue"]
    let started = try run.first(.started, of: "transfer")
    let released = try run.occurrence(of: .released, of: "transfer")
    guard run.all(.finished, of: "transfer").isEmpty else {
      return Judgement(.undecided, "it finished", [started])
    }
    return .confirmed(
      if: released.isNever, "it is still there", otherwise: "deallocated, and never finished",
      [started, released.evidence])
  }

  private static let finishedIsLetGo = Claim(
    "E06c", "... while one that reports finished is deallocated when nobody else holds it.",
    source: .e,
    expected: .everywhere(
      .confirmed, because: "At the report the queue removes it and lets go of it."),
    mutants: [
      .passing("never-finishes", as: "finishes"),
      .passing("captures-itself", as: "captures-weakly"),
    ]
  ) { runs in
    let reporting = try runs["finishes"]
    let weak = try runs["captures-weakly"]
    let finished = try reporting.first(.finished, of: "transfer")
    let completed = try weak.first(.completed, of: "transfer")
    let ends = try [
      reporting.occurrence(of: .released, of: "transfer"),
      weak.occurrence(of: .released, of: "transfer"),
    ]
    return .confirmed(
      if: ends.allSatisfy { !$0.isNever } && finished.seq < ends[0].evidence.seq
        && completed.seq < ends[1].evidence.seq,
      "finished, and then deallocated, also with a completion block that holds it weakly",
      otherwise: "it is still there", [finished, completed] + ends.map(\.evidence))
  }

  private static let dependentKeepsIt = Claim(
    "E06d", "... unless it is a dependency of an operation that is still held.", source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        An operation keeps the list of its dependencies after they, and it, have finished. In a \
        long chain each keeps all before it; break it with removeDependency(_:) after the end.
        """),
    mutants: [
      .trace(of: "kept-by-dependent", "it is let go at once") {
        $0.movingToFront(.released, of: "first")
      },
      .trace(of: "kept-by-dependent", "it has not finished") {
        $0.replacing(.settled, of: "first") { $0.state.remove(.finished) }
      },
    ]
  ) { runs in
    let run = try runs["kept-by-dependent"]
    let settled = try run.first(.settled, of: "first")
    let held = try run.first(.noted, of: "owner", note: "still holds second")
    let released = run.all(.released, of: "first")
    return .confirmed(
      if: settled.state.contains(.finished) && released.allSatisfy { $0.seq > held.seq },
      "finished and in no queue, first was there for as long as second was",
      otherwise: "first was let go, or had not finished, while second was held",
      [settled, held] + released)
  }

  private static let blockKeepsIt = Claim(
    "E06e", "... or its own completion block captures it.", source: .e,
    expected: Expectation(
      linux: .confirmed, darwin: .refuted,
      because: """
        The operation holds the block, and the block the operation. On macOS the property is set \
        to nil once the block has run; on Linux it is not, and neither is ever let go.
        """),
    mutants: [
      .passing("captures-weakly", as: "captures-itself"),
      .trace(of: "captures-itself", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["captures-itself"]
    let completed = try run.first(.completed, of: "transfer")
    let released = try run.occurrence(of: .released, of: "transfer")
    return .confirmed(
      if: released.isNever && released.evidence.state.contains(.finished),
      "finished, in no queue, its block has run, and it is still there",
      otherwise: "it was deallocated after its block had run", [completed, released.evidence])
  }
}
