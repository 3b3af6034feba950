extension Rule {
  static let executingWhileWorking = Rule(
    "executing-while-working", needsProbe: true,
    in: { $0.holdsWork && $0.works }
  ) { _, run in
    let began = try run.first(.began, of: run.worker)
    let look = try run.look(.whileWorking)
    return .holds(
      "it was executing while its work went on", [began, look],
      unless: [
        .missing(
          !look.state.contains(.executing) && run.worker == Probe.subject,
          "its work was going on, and it was not executing: \(look.describedState)")
      ])
  }
}
