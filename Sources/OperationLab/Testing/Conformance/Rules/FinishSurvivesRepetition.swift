extension Rule {
  static let finishSurvivesRepetition = Rule(
    "finish-survives-repetition", ways: [trapsAgain, answersAgain],
    needsProbe: true, endings: .breaksRule,
    in: { $0.work == .endsTwice && $0.isPlain }
  ) { _, run in
    let began = try run.first(.began, of: Probe.subject)
    let again = run.all(.noted, of: Probe.subject).filter { $0.mark == Probe.again }
    // Work that blocks its caller, and work that a task awaits, has no completion to call twice.
    guard !again.isEmpty || run.hasDied else {
      return .holds("its work can end only once", [began])
    }
    if run.hasDied, let ending = run.violentEnding {
      return .broken(ending.reason, ending.evidence, way: trapsAgain)
    }
    // The second call may have kept the lock that its getters take.
    if run.givesNoAnswer, let ending = run.violentEnding { return ending }
    let end = try run.end()
    let answers = run.all(.noted, of: Probe.caller)
    let completions = run.all(.completed, of: Life.subject)
    return .holds(
      "it finished once", [began] + again + completions + [end],
      unless: [
        .seen(
          completions.count > 1, "its completion block ran \(completions.count) times", way: .twice),
        .seen(
          answers.count > 1, "it told its caller \(answers.count) results", way: answersAgain),
        .missing(
          !end.isFinished || !end.isInNoQueue,
          "at the end it was \(end.note): \(end.describedState)"),
      ])
  }

  private static let answersAgain = Way("answers-again")
  private static let trapsAgain = Way("traps-again")
}
