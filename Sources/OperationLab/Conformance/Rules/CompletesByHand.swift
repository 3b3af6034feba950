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
    let trials = try ["work-ends-later", "work-ends-at-once"].map { try runs[$0] }
    let starts = try trials.map { try $0.first(.started, of: TrialBench.subjectName) }
    let ends = try trials.map { try $0.end() }
    let unfinished = ends.first { !$0.isFinished }
    return .holds(
      "it finished", starts + ends,
      unless: [
        (
          unfinished != nil,
          "started by hand, it never finished: \(unfinished?.describedState ?? "")"
        )
      ])
  }
}
