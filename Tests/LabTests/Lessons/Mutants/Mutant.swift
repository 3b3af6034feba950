import OperationBench
import OperationLab

/// Wrong runs made from real ones, which a claim must reject: proof that its check can fail.
struct Mutant: Sendable {
  /// What is wrong, as a short phrase.
  let name: String
  private let program: String
  private let change: @Sendable (Trace) -> Trace

  /// A mutant that changes the trace of one program.
  static func trace(
    of program: String, _ name: String, _ change: @escaping @Sendable (Trace) -> Trace
  ) -> Mutant {
    Mutant(name: name, program: program, change: change)
  }

  /// The wrong runs, made from those of a lesson's programs.
  func mutated(_ runs: [Run]) -> [Run] {
    runs.map { run in
      var run = run
      if run.program == program { run.trace = change(run.trace) }
      return run
    }
  }
}
