import OperationLab

extension Rule {
  static let finishSurvivesRepetition = Rule(
    "finish-survives-repetition",
    "When its work calls the completion twice, it finishes once.",
    cost: """
      A callback that comes twice, as with a retry or a timeout, keeps the slot of the queue forever.
      """,
    cure: cure,
    lesson: 15, ways: [trapsAgain],
    needsProbe: true, endings: .ignore,
    trials: [
      Trial("twice", "Its work calls the completion at once and again later.", completion: .twice) {
        $0.endBeforeAnother()
      },
      Trial("once", "For comparison, its work calls the completion once.", completion: .atOnce) {
        $0.endBeforeAnother()
      },
    ]
  ) { runs in
    let run = try runs["twice"]
    let began = try run.first(.began, of: Probe.subject)
    let again = run.all(.noted, of: Probe.subject).filter { $0.mark == Probe.again }
    // Work that blocks its caller, and work that a task awaits, has no completion to call twice.
    guard !again.isEmpty || run.hasDied else {
      return .holds("its work can end only once", [began])
    }
    let once = try runs["once"]
    guard try !hasFault(once) else {
      return .leaving(
        "it goes wrong also when the completion is called once",
        fault: once.death ?? "when its work ends at once, it goes wrong", [began], unlessIn: "once")
    }
    if run.hasDied, let ending = run.violentEnding {
      return .broken(ending.reason, ending.evidence, way: trapsAgain)
    }
    // The second call may have kept the lock that its getters take.
    if run.givesNoAnswer, let ending = run.violentEnding { return ending }
    let end = try run.end()
    let next = try run.ran("next")
    let completions = run.all(.completed, of: TrialBench.subjectName)
    return .holds(
      "it finished once", [began] + again + completions + [end, next.evidence],
      unless: [
        .seen(
          completions.count > 1, "its completion block ran \(completions.count) times", way: .twice),
        .missing(
          !end.isFinished || !end.isInNoQueue,
          "at the end it was \(end.note): \(end.describedState)"),
        .missing(next.isNever, "the operation behind it never ran"),
      ])
  }

  private static let cure = """
    Let only the first report make the move to finished: ask whether it is finished, and set it, under \
    one lock.
    """

  private static let trapsAgain = Way(
    cost: "The app ends when a callback comes twice, as with a retry or a timeout.", cure: cure)

  /// Whether the final state is wrong although the completion was called once.
  private static func hasFault(_ run: Run) throws -> Bool {
    if run.violentEnding != nil { return true }
    let end = try run.end()
    return !end.isFinished || !end.isInNoQueue
      || run.all(.completed, of: TrialBench.subjectName).count > 1
  }
}

extension TrialBench {
  fileprivate func endBeforeAnother() {
    let queue = bench.queue("queue", width: 1)
    let operation = make()
    let log = bench.log(Self.subjectName)
    operation.completionBlock = { log(.completed) }
    queue.addOperation(operation)
    queue.addOperation(bench.block("next"))
  }
}
