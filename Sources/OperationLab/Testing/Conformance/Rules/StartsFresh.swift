extension Rule {
  package static let startsFresh: Rule = .init(
    "starts-fresh",
    "A new operation is neither executing nor finished nor cancelled.",
    cost: """
      A queue takes a new operation that says it is executing or finished for one that is already \
      under way or over: it may never start it, or let a dependent start too soon.
      """,
    cure:
      "Let isExecuting and isFinished begin as false, and change them only in start() and after.",
    lesson: 10, ways: [cancelledFromBirth],
    explains: { [Explanation(rank: 3)] },
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

  private static let cancelledFromBirth = Way(
    cost: "It is started, finds that it was cancelled, and ends without having done its work.",
    cure: "Let isCancelled be false until cancel() is called: leave it to Foundation.", lesson: 2)
}
