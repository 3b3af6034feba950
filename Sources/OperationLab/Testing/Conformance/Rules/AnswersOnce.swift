import OperationBench

extension Rule {
  static let answersOnce = Rule(
    "answers-once", needsAnswer: true,
    // What happens when its work ends again and again is for another rule to say.
    in: { $0.start != .unstarted && $0.work != .endsTwice }
  ) { life, run in
    let end = try run.end()
    guard end.isFinished else {
      // Another rule covers an operation that does not finish.
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    let answers = run.all(.noted, of: Probe.caller)
    return .holds(
      "it told its caller the result, once", answers + [end],
      unless: [
        .missing(
          answers.isEmpty, "it finished\(life.circumstances), and never told its caller anything"),
        .seen(
          answers.count > 1, "it told its caller \(answers.count) results\(life.circumstances)"),
      ])
  }
}
