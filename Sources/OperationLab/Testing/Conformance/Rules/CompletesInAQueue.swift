import OperationLab

extension Rule {
  package static let completesInAQueue: Rule = .init(
    "completes-in-a-queue",
    "If it is put into a queue, it does its work, finishes and leaves the queue.",
    cost: "The operation keeps its slot in the queue. With the last slot the queue stands still.",
    cure: Stuck.endless.way.cure, lesson: 3, ways: [waitsForItsQueue, skipsItsWork],
    endings: .convictAlways,
    explains: {
      [
        Explanation(
          rank: 6,
          [
            .completesByHand, .cancelBeforeEnqueue, .cancelWhileQueued, .cancelBeforeWork,
            .cancelWhileRunning, .cancelAfterFinish, .cancelReturns, .noFinishBeforeWorkEnds,
            .finishIsAnnounced, .finishSurvivesRepetition, .executingWhileWorking,
            .endsNotExecuting, .waitsForDependencies, .cancelIgnoresDependencies,
            .completionBlockOnce, .asynchronousStartReturns, .mainThreadMayWait, .manyAtOnce,
            .freesItsSlot, .nextOneRuns, .isReleased,
          ], endings: .all)
      ]
    },
    trials: [
      Trial("work-ends-later", "It is put into a queue of width 1, and the process becomes idle.") {
        queued($0)
      },
      Trial(
        "work-is-held", "As before, but its work ends long after it began.", holdsWork: true
      ) { trial in
        queued(trial)
        trial.release.open()
      },
      Trial(
        "work-ends-at-once", "As before, but its work calls the completion before it returns.",
        completion: .atOnce
      ) {
        queued($0)
      },
    ]
  ) { runs in
    for trial in ["work-ends-later", "work-is-held", "work-ends-at-once"] {
      let run = try runs[trial]
      let added = try run.first(.enqueued, of: TrialBench.subjectName)
      // Another one that was put behind it makes the queue look again. An operation that works by
      // then was started without it, though it may not say that it is executing.
      let secondAdded = run.all(.enqueued, of: "next").first?.seq ?? .max
      let next = (run.work.first?.seq ?? .max) < secondAdded ? .max : secondAdded
      let settled = run.all(.settled, of: TrialBench.subjectName).last { $0.seq < next }
      let end = next == .max ? try run.end() : try settled ?? run.end()
      let isIdle = run.work.isEmpty && run.wasGivenWork
      let stuck = Stuck(end, in: run)
      let children = run.all(.enqueued).filter {
        $0.seq > added.seq && $0.note == added.note && $0.event.subject != "next"
      }
      let finding = RuleFinding.holds(
        "it finished and left the queue", [added] + children + run.work + [end],
        unless: [
          .missing(
            end.event.state.contains(.executing) && !children.isEmpty && !end.isInNoQueue,
            """
            it put others into its own queue and waits for them, and it holds the slot that they need
            """, way: waitsForItsQueue),
          .missing(
            stuck == .notStarted,
            "it says that it is ready, and it was never started: the queue got no notification",
            way: stuck?.way),
          .missing(
            stuck == .returned,
            "the queue called start(), which left it neither executing nor finished",
            way: stuck?.way),
          .missing(
            isIdle, end.isFinished ? "it finished without its work" : "it never began its work",
            way: stuck?.way ?? skipsItsWork),
          .missing(
            !end.isInNoQueue, "at the end it was still \(end.note): \(end.describedState)",
            way: stuck?.way),
          .missing(
            !end.isFinished && end.event.state.contains(.executing),
            """
            it left the queue, which takes a report of its end, and says that it is executing: \
            something overwrote the end
            """, way: stuck?.way),
          .missing(!end.isFinished, "it left the queue without being finished", way: stuck?.way),
        ])
      if finding.isBroken { return finding }
      let new = run.all(.noted, of: TrialBench.subjectName).first { $0.mark == notReadyYet }
      if let new, added.event.state.contains(.ready), run.hadTime(between: new, and: added) {
        return .undecided(
          "it became ready before it could be put into a queue: the machine is busy. Check again",
          [new, added], unlessIn: run.program)
      }
      if trial == "work-ends-at-once" { return finding }
    }
    throw MissingEvidence.run(program: "work-ends-at-once")
  }

  private static func queued(_ trial: TrialBench) {
    trial.noteWork()
    let queue = trial.bench.queue("queue", width: 1)
    // The first look comes at once, since it may become ready soon.
    let operation = trial.subject.make(trial.probe)
    if !operation.isReady { trial.bench.log(TrialBench.subjectName)(notReadyYet) }
    queue.addOperation(trial.watch(operation, as: TrialBench.subjectName))
    trial.settle()
    // It runs unless the queue has started the operation, which then holds the only slot.
    if trial.bench.ask({ operation.isFinished || operation.isExecuting }) == false {
      queue.addOperation(trial.bench.block("next"))
    }
  }

  private static let notReadyYet: Event.Mark = "not ready yet"

  private static let waitsForItsQueue = Way(
    cost: "It waits and never continues, and its queue is stuck behind it.",
    cure: """
      Never wait in an operation for its own queue: give the others a queue of their own, or let what \
      comes after depend on them.
      """, lesson: 5)
  private static let skipsItsWork = Way(
    cost: "What depends on it starts as if the work were done.",
    cure: "Call the work on the way that begins, and finish where the work has ended.", lesson: 11)
}
