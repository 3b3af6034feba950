extension Rule {
  package static let noFinishBeforeWorkEnds: Rule = .init(
    "no-finish-before-work-ends",
    "It does not report finished while its work goes on.",
    cost: "A dependent starts and reads a result that is not there yet; the width means nothing.",
    cure: "Report isFinished in the completion of the work, not where the work is set going.",
    lesson: 11, ways: [returnsFromMain, worksAgain],
    needsProbe: true,
    explains: { [Explanation(rank: 19, [.executingWhileWorking])] },
    trials: [
      Trial(
        "held", "Its work is held each time it begins; another operation depends on it.",
        holdsWork: true
      ) { trial in
        let queue = trial.bench.queue("queue")
        let mayEndAgain = trial.bench.gate("the work may end again", isTraced: false)
        let probe = Probe(
          bench: trial.bench, completion: .later, hold: trial.release, laterHold: mayEndAgain)
        let operation = trial.watch(trial.subject.make(probe), as: TrialBench.subjectName)
        trial.noteIsAsynchronous(of: operation)
        let dependent = trial.bench.block("dependent")
        dependent.addDependency(operation)
        queue.addOperation(operation)
        queue.addOperation(dependent)
        trial.settle(allowingForTimers: true)
        trial.observe(operation, .whileWorking)
        trial.release.open()
        trial.settle()
        trial.observe(operation, .whileWorkingAgain)
        mayEndAgain.open()
      }
    ]
  ) { runs in
    let run = try runs["held"]
    let began = try run.first(.began, of: Probe.subject)
    let look = try run.look(.whileWorking)
    try run.requireHeld(until: look)
    let ended = try run.first(.ended, of: Probe.subject)
    let early = run.all(.began, of: "dependent").filter { $0.seq < ended.seq }
    let saysSo = run.all(.noted, of: TrialBench.subjectName).contains {
      $0.mark == .isAsynchronous(false)
    }
    let way = saysSo ? returnsFromMain : nil
    let finding = RuleFinding.holds(
      "it was unfinished while its work went on", [began, look] + early + [ended],
      unless: [
        .seen(look.isFinished, "it was finished while its work went on", way: way),
        .seen(!early.isEmpty, "its dependent began while its work went on", way: way),
      ])
    guard finding.holds, let again = run.all(.began, of: Probe.subject).dropFirst().last
    else { return finding }
    let last = try run.look(.whileWorkingAgain)
    let isHeld = !run.all(.ended, of: Probe.subject).contains {
      $0.seq > again.seq && $0.seq < last.seq
    }
    return .holds(
      finding.reason, [began, ended, again, last],
      unless: [
        .seen(
          again.seq < last.seq && isHeld && last.isFinished,
          "its work had ended and began again, and meanwhile it was finished", way: worksAgain)
      ])
  }

  private static let worksAgain = Way(
    cost: "The work is done twice, the second time beside what already uses its result.",
    cure: """
      Let one call lead to the work. super.start() calls main() by itself: in start(), call either \
      super.start() or main().
      """, lesson: 13)

  private static let returnsFromMain = Way(
    cost: "A dependent starts and reads a result that is not there yet; the width means nothing.",
    cure: """
      With main() alone it is finished when main() returns, whatever another thread still does. \
      Override start(), isExecuting and isFinished, and report isFinished in the completion of the \
      work; or stay in main() until the work has ended.
      """)
}
