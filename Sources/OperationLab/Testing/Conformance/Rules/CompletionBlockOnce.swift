import Foundation
import OperationLab

extension Rule {
  package static let completionBlockOnce: Rule = .init(
    "completion-block-once",
    "Its completion block runs exactly once.",
    cost: "What the block does, a payment for example, is done twice.",
    cure: """
      Report the end once. An operation that overrides only main() must not finish itself: the \
      default start() does that. And leave it to Foundation to call completionBlock.
      """,
    lesson: 16, ways: [neverRan],
    explains: { [Explanation(rank: 21, [.finishSurvivesRepetition, .cancelAfterFinish])] },
    trials: [
      Trial("work-ends-later", "It runs in a queue with a completion block.", holdsWork: true) {
        trial in
        trial.complete()
        trial.settle()
        trial.release.open()
      },
      Trial("work-ends-at-once", "As before, but its work ends at once.", completion: .atOnce) {
        $0.complete()
      },
      Trial(
        "cancelled", "It has a completion block and is cancelled. Then it runs in a queue.",
        leavesEndings: true
      ) {
        $0.complete(cancels: true)
      },
      Trial(
        "cancelled-running", "It has a completion block and is cancelled while its work is held.",
        holdsWork: true, leavesEndings: true
      ) { trial in
        let operation = trial.complete()
        trial.settle()
        trial.bench.elsewhere { trial.cancel(operation) }
        trial.settle()
        trial.release.open()
      },
      Trial(
        "failing", "It runs in a queue with a completion block, and its work fails.",
        failsWork: true, leavesEndings: true
      ) {
        $0.complete()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var unfinished: MissingEvidence?
    for trial in [
      "work-ends-later", "work-ends-at-once", "cancelled", "cancelled-running", "failing",
    ] {
      let run = try runs[trial]
      let end = try run.end()
      guard end.isFinished else {
        // Another rule covers an operation that does not finish.
        unfinished = .event(.finished, subject: TrialBench.subjectName, program: trial)
        continue
      }
      let completions = run.all(.completed, of: TrialBench.subjectName)
      if completions.count != 1 {
        let how = words[trial] ?? ""
        return .holds(
          "", completions + [end],
          unless: [
            .missing(completions.isEmpty, "its completion block never ran\(how)", way: neverRan),
            .seen(true, "its completion block ran \(completions.count) times\(how)"),
          ])
      }
      evidence += completions
    }
    if let unfinished { throw unfinished }
    return .holds("its completion block ran once in each trial", evidence)
  }

  private static let neverRan = Way(
    cost: "What the block does, a payment for example, is not done.",
    cure: "Leave completionBlock to the operation's user: neither set it nor take it away.")

  private static let words = [
    "cancelled": " when it was cancelled before its start",
    "cancelled-running": " when it was cancelled while its work went on",
    "failing": " when its work failed",
  ]
}

extension TrialBench {
  @discardableResult
  fileprivate func complete(cancels: Bool = false) -> Operation {
    let operation = make()
    let log = bench.log(Self.subjectName)
    operation.completionBlock = { log(.completed) }
    if cancels { cancel(operation) }
    bench.queue("queue", width: 1).addOperation(operation)
    return operation
  }
}
