import OperationLab

extension Rule {
  static let staysCancelled = Rule(
    "stays-cancelled",
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
