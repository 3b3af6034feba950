import OperationLab

/// Wrong runs made from real ones, which a claim must reject: proof that its check can fail.
struct Mutant: Sendable {
  /// What is wrong, as a short phrase.
  let name: String
  /// The wrong runs, made from those of a lesson's programs.
  let mutated: @Sendable ([Run]) -> [Run]

  /// A mutant that changes the run of one program.
  static func run(
    of program: String, _ name: String, _ change: @escaping @Sendable (inout Run) -> Void
  ) -> Mutant {
    Mutant(name: name) { runs in
      runs.map { run in
        var run = run
        if run.program == program { change(&run) }
        return run
      }
    }
  }

  /// A mutant that changes the trace of one program.
  static func trace(
    of program: String, _ name: String, _ change: @escaping @Sendable (Trace) -> Trace
  ) -> Mutant {
    run(of: program, name) { $0.trace = change($0.trace) }
  }

  /// A mutant that passes off one program's run as another's.
  static func passing(_ other: String, as program: String) -> Mutant {
    Mutant(name: "the run of '\(other)' passed off as '\(program)'") { runs in
      guard var run = runs.first(where: { $0.program == other }) else { return runs }
      run.program = program
      return runs.filter { $0.program != program } + [run]
    }
  }
}
