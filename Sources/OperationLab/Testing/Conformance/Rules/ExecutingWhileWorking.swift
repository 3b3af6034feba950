extension Rule {
  static let executingWhileWorking = Rule(
    "executing-while-working",
    "While its work goes on, it says that it is executing.",
    cost: """
      Whoever asks is misled: a progress bar, a second start() that Foundation would otherwise \
      refuse, a cancel() that only stops what is executing.
      """,
    cure: "Set executing and post its notifications in start(), before the work begins.",
    lesson: 10,
    needsProbe: true,
    trials: [
      Trial("held", "Its work is held, and its state is read.", holdsWork: true) { trial in
        let operation = trial.beginHeld()
        trial.observe(operation, .whileWorking)
        trial.release.open()
      }
    ]
  ) { runs in
    let run = try runs["held"]
    let began = try run.first(.began, of: Probe.subject)
    let look = try run.look(.whileWorking)
    try run.requireHeld(until: look)
    return .holds(
      "it was executing while its work went on", [began, look],
      unless: [
        .missing(
          !look.state.contains(.executing),
          "its work was going on, and it was not executing: \(look.describedState)")
      ])
  }
}
