import OperationLab

extension Rule {
  static let staysCancelled = Rule(
    "stays-cancelled",
    "Once isCancelled is true, it stays true, also after the end.",
    cost: """
      Whoever looks afterwards, a completion block first of all, takes cancelled work for done, and \
      uses a result that is not there.
      """,
    cure: """
      Leave isCancelled to Foundation. If you keep it yourself, let it be a flag beside the state, \
      not one of the states.
      """,
    lesson: 2,
    in: { $0.has(.cancel) }
  ) { _, run in
    let look = try run.look(.afterCancel)
    let end = try run.end()
    return .holds(
      "isCancelled stayed as it was after cancel()", [look, end],
      unless: [
        // The rule cancel-sets-cancelled covers an operation that is never cancelled.
        .missing(
          look.state.contains(.cancelled) && !end.state.contains(.cancelled),
          "isCancelled was true after cancel(), and in the end it is false again")
      ])
  }
}
