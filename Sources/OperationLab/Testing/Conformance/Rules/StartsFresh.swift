extension Rule {
  package static let startsFresh: Rule = .init(
    "starts-fresh", ways: [cancelledFromBirth],
    in: { $0.isPlain }
  ) { _, run in
    let look = try run.look(.whenNew)
    let wrong = look.state.intersection([.executing, .finished, .cancelled])
    return wrong.isEmpty
      ? .holds("when new it was neither executing nor finished nor cancelled", [look])
      : .holds(
        "", [look],
        unless: [
          .seen(
            true, "when new it was already \(wrong)",
            way: wrong == .cancelled ? cancelledFromBirth : nil)
        ])
  }

  private static let cancelledFromBirth = Way("cancelled-from-birth")
}
