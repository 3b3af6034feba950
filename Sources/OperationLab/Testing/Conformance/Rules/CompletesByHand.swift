extension Rule {
  static let completesByHand: Rule = .init(
    "completes-by-hand",
    "Started by hand, in no queue, it finishes.",
    cost: "Code that starts it without a queue and waits for it waits forever.",
    cure: """
      Set the states and post their notifications in start() and when the work ends. The caller of \
      start() does neither.
      """,
    lesson: 1,
    explains: { [Explanation(rank: 7, [.finishIsAnnounced, .worksOnce])] },
    trials: [
      Trial("work-ends-later", "start() is called on a thread of its own.") {
        $0.noteWork()
        $0.startElsewhere($0.make())
      },
      Trial(
        "work-ends-at-once", "As before, but its work calls the completion before it returns.",
        completion: .atOnce
      ) {
        $0.startElsewhere($0.make())
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["work-ends-later", "work-ends-at-once"] {
      let run = try runs[trial]
      let start = try run.first(.started, of: TrialBench.subjectName)
      let end = try run.end()
      if !end.isFinished {
        let isAtOnce = trial == "work-ends-at-once"
        let stuck = Stuck(end, in: run)
        return .missing(
          """
          started by hand\(isAtOnce ? ", with work that ends at once" : ""), it never finished: \
          \(end.describedState)
          """,
          [start] + run.work + [end],
          // With work that ends later it finished.
          way: isAtOnce && stuck == .endless ? Stuck.overwritten.way : stuck?.way)
      }
      evidence += [start] + run.work + [end]
    }
    return .holds("it finished", evidence)
  }
}
