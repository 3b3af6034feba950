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
    trials: [
      Trial("waiting", "It is cancelled in a suspended queue, which then goes on.") {
        $0.cancelWhileSuspended()
      },
      Trial("running", "It is cancelled while its work is held.", holdsWork: true) { trial in
        let operation = trial.beginHeld()
        trial.bench.elsewhere {
          trial.cancel(operation)
          trial.observe(operation, .afterCancel)
        }
        trial.settle()
        trial.release.open()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["waiting", "running"] {
      let run = try runs[trial]
      let look = try run.look(.afterCancel)
      let end = try run.end()
      evidence += [look, end]
      // The rule cancel-sets-cancelled covers an operation that is never cancelled.
      if look.state.contains(.cancelled), !end.state.contains(.cancelled) {
        return .missing(
          "isCancelled was true after cancel(), and in the end it is false again", [look, end])
      }
    }
    return .holds("isCancelled stayed as it was after cancel()", evidence)
  }
}

extension TrialBench {
  /// Cancels a new operation in a suspended queue, which then goes on.
  func cancelWhileSuspended() {
    let queue = bench.queue("queue", width: 1)
    queue.isSuspended = true
    let operation = make()
    queue.addOperation(operation)
    cancel(operation)
    observe(operation, .afterCancel)
    queue.isSuspended = false
  }
}
