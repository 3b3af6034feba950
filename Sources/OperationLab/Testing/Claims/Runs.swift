import OperationLab

/// The runs of a lesson's programs, by program name: all that a judge gets to see.
package struct Runs: Sendable {
  private var byProgram: [String: Run]

  /// Of several runs of one program, the last counts.
  package init(_ runs: [Run]) {
    byProgram = Dictionary(runs.map { ($0.program, $0) }, uniquingKeysWith: { $1 })
  }

  /// The run of the program of that name.
  ///
  /// - Throws: ``MissingEvidence`` when it has not been run, or went on without knowing whether
  ///   anything could still happen.
  package subscript(program: String) -> Run {
    get throws {
      guard let run = byProgram[program] else { throw MissingEvidence.run(program: program) }
      let isUnsure = run.trace.events.contains {
        $0.fact == .gaveUp(reason: .neverAtRest)
      }
      try run.require(!isUnsure, "all that waited for rest got an answer in time")
      return run
    }
  }

  /// The first by name in which a gate stayed shut for too long. `nil` if there is none.
  var withGateNeverOpened: Run? {
    first { run in run.trace.events.contains { $0.fact == .gaveUp(reason: .neverOpened) } }
  }

  /// The first run by name that is so. `nil` if there is none.
  func first(where isSo: (Run) -> Bool) -> Run? {
    byProgram.values.sorted { $0.program < $1.program }.first(where: isSo)
  }
}
