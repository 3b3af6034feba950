extension Rule {
  static let completesByHand = Rule(
    "completes-by-hand",
    "Started by hand, in no queue, it finishes.",
    cost: "Whoever starts it without a queue and waits for its end waits for ever.",
    cure: "Let start() and the end of the work set and announce the states whoever called start().",
    lesson: 1,
    trials: [
      Trial("work-ends-later", "start() is called on a thread of its own.") {
        $0.startElsewhere($0.make())
      },
      Trial(
        "work-ends-at-once", "The same; its work calls the completion before it returns.",
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
        let work = trial == "work-ends-at-once" ? ", with work that is over at once" : ""
        return .missing(
          "started by hand\(work), it never finished: \(end.describedState)",
          [start] + run.work + [end])
      }
      evidence += [start] + run.work + [end]
    }
    return Ruling(.holds, "it finished", evidence)
  }
}
