extension Rule {
  static let staysCancelled = Rule(
    "stays-cancelled",
    in: { $0.has(.cancel) }
  ) { _, run in
    let look = try run.look(.afterCancel)
    let end = try run.end()
    guard look.isFinished || [look, end].contains(where: { $0.state.contains(.cancelled) }) else {
      return .undecided(
        "isCancelled was never true. Mend cancel-sets-cancelled first", [look, end])
    }
    return .holds(
      "isCancelled stayed as it was after cancel()", [look, end],
      unless: [
        .missing(
          look.state.contains(.cancelled) && !end.state.contains(.cancelled),
          "isCancelled was true after cancel(), and in the end it is false again")
      ])
  }
}
