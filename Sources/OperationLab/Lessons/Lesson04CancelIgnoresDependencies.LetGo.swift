import Foundation

/// What lesson 4 has to say of a cancelled operation that is deallocated before the operation it
/// depends on has finished.
enum LetGo {
  /// Says when it is deallocated.
  private final class Pour: TracedOperation, @unchecked Sendable {
    deinit { log(.released) }
  }

  // snippet: let-go
  /// BROKEN ON PURPOSE: lets a cancelled operation go while what it depends on still runs.
  static let early = Program(
    "let-go-early", role: .broken,
    "Eight operations depend on boil, are cancelled, leave the queue and are deallocated.",
    expected: .traps, onDarwin: .completes
  ) { bench in
    pourThenBoil(bench) { _, _ in }
  }

  static let removed = Program(
    "let-go-later", role: .fixed, "The same; once finished, they no longer depend on boil."
  ) { bench in
    pourThenBoil(bench) { pour, boil in pour.removeDependency(boil) }
  }

  private static func pourThenBoil(
    _ bench: Bench, whenFinished: (_ pour: Operation, _ boil: Operation) -> Void
  ) {
    let kitchen = bench.queue("kitchen", holdsOperations: false)
    let (hot, boil) = Lesson.boiling(bench)
    kitchen.addOperation(boil)
    bench.settle()
    pourAndCancel(bench, kitchen, boil, whenFinished: whenFinished)
    bench.settle()
    bench.observe(boil, note: "before the water is hot")
    hot.open()
  }

  /// More than one, for a crash that does not depend on what the memory is used for next.
  private static func pourAndCancel(
    _ bench: Bench, _ kitchen: TracedQueue, _ boil: Operation,
    whenFinished: (_ pour: Operation, _ boil: Operation) -> Void
  ) {
    let pours = (1...8).map { Pour(bench.log("pour\($0)")) }
    for pour in pours {
      pour.addDependency(boil)
      kitchen.addOperation(pour)
    }
    for pour in pours { pour.cancel() }
    bench.settle()
    for pour in pours { whenFinished(pour, boil) }
  }
  // end snippet

  static let leavesNoTrace = Claim(
    "C14b",
    """
    A cancelled operation that has finished may be let go, although what it depends on still runs.
    """,
    source: .c,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an operation keeps the addresses of those that depend on it, and calls them when \
        it finishes. cancel() does not take an address away; removeDependency(_:) does. macOS was \
        not measured.
        """),
    mutants: [
      .passing("let-go-later", as: "let-go-early"),
      .trace(of: "let-go-early", "they were never deallocated") {
        $0.removing(.released, of: "pour1")
      },
      .trace(of: "let-go-early", "boil never ended") { $0.removing(.ended, of: "boil") },
    ]
  ) { runs in
    let run = try runs["let-go-early"]
    let look = try run.first(.observed, of: "boil", note: "before the water is hot")
    let released = try (1...8).map { try run.first(.released, of: "pour\($0)") }
    let ended = try run.first(.ended, of: "boil")
    let evidence = [released[0], look, ended]
    guard look.state.contains(.executing), released.allSatisfy({ $0.seq < look.seq }) else {
      return Judgement(.undecided, "they were not deallocated while boil was running", evidence)
    }
    return .confirmed(
      if: run.outcome != .traps, "boil finished, and all went on",
      otherwise: "the process died when boil finished", evidence)
  }
}
