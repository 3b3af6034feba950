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
    in: { $0.holdsWork && $0.works }
  ) { _, run in
    let began = try run.first(.began, of: Probe.subject)
    let look = try run.look(.whileWorking)
    return .holds(
      "it was executing while its work went on", [began, look],
      unless: [
        .missing(
          !look.state.contains(.executing),
          "its work was going on, and it was not executing: \(look.describedState)")
      ])
  }
}
