extension Rule {
  static let completesInAQueue = Rule(
    "completes-in-a-queue",
    "If it is put into a queue, it does its work, finishes and leaves the queue.",
    cost: "The operation keeps its slot in the queue. With the last slot the queue stands still.",
    cure: """
      Report isFinished exactly once on every path, with willChangeValue and didChangeValue for \
      the key "isFinished" around the change; and never set a state back after that. If isReady \
      has a condition of its own, post "isReady" when that becomes true.
      """,
    lesson: 3,
    endings: .convictAlways,
    trials: [
      Trial("work-ends-later", "It is put into a queue of width 1, and the process becomes idle.") {
        queued($0)
      },
      Trial(
        "work-is-held", "As before, but its work ends long after it began.", holdsWork: true
      ) { trial in
        queued(trial)
        trial.settle()
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
      let end = try run.end()
      let isIdle = run.work.isEmpty && run.wasGivenWork
      let children = run.all(.enqueued).filter { $0.seq > added.seq && $0.note == added.note }
      let ruling = Ruling.holds(
        "it finished and left the queue", [added] + children + run.work + [end],
        unless: [
          .missing(
            end.event.state.contains(.executing) && !children.isEmpty && !end.isInNoQueue,
            """
            it put others into its own queue and waits for them, and it holds the slot that they need
            """, cost: "It waits and never goes on, and the queue stands still behind it.",
            cure: """
              Never wait in an operation for its own queue: give the others a queue of their own, or let \
              what comes after depend on them.
              """),
          .missing(
            isIdle && end.isWaiting,
            "it says that it is ready, and it was never started: the queue got no notification"),
          .missing(isIdle, "it never began its work"),
          .missing(!end.isInNoQueue, "at the end it was still \(end.note): \(end.describedState)"),
          .missing(
            !end.isFinished && end.event.state.contains(.executing),
            """
            it left the queue, which takes a report of its end, and says that it is executing: \
            something overwrote the end
            """,
            cost: """
              The queue has done with it, and it says that it still runs: what waits for its end, or \
              looks at isFinished, waits on.
              """,
            cure: """
              Set executing, and announce it, before the work begins. Work may end at once, and what is \
              set after that overwrites the end.
              """),
          .missing(!end.isFinished, "it left the queue without being finished"),
        ])
      if ruling.verdict == .broken { return ruling }
      if trial == "work-ends-at-once" { return ruling }
    }
    throw MissingEvidence.run(program: "work-ends-at-once")
  }

  private static func queued(_ trial: TrialBench) {
    trial.noteWork()
    trial.bench.queue("queue", width: 1).addOperation(trial.make())
  }
}
