import Foundation
import OperationBench

extension Rule {
  package static let completionBlockOnce: Rule = .init(
    "completion-block-once", ways: [neverRan, endsInMain],
    in: { $0.start != .unstarted }
  ) { life, run in
    let end = try run.end()
    guard end.isFinished else {
      // Another rule covers an operation that does not finish.
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    let saysSo = (try? run.saysAsynchronous())?.mark == .isAsynchronous(true)
    let completions = run.all(.completed, of: Life.subject)
    // Foundation calls the block in the very call that tells the queue and its dependents.
    let isTold = end.isInNoQueue && (try? run.ran("dependent").isNever) != true
    return .holds(
      "its completion block ran once", [end] + completions,
      unless: [
        .missing(
          completions.isEmpty && !isTold,
          "it is finished\(life.circumstances), and told nobody: its completion block never ran",
          way: StuckState.unannounced.way),
        .missing(
          completions.isEmpty, "its completion block never ran\(life.circumstances)", way: neverRan),
        .seen(
          completions.count > 1,
          "its completion block ran \(completions.count) times\(life.circumstances)",
          way: saysSo ? endsInMain : nil),
      ])
  }

  private static let endsInMain = Way("ends-in-main")
  private static let neverRan = Way("never-ran")
}
