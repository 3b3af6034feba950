extension Rule {
  static let cancelSetsCancelled = Rule(
    "cancel-sets-cancelled",
    "After cancel(), isCancelled is true, unless it is finished.",
    cost: """
      The work cannot notice that nobody wants it any more, a queue does not skip its \
      dependencies, and the app goes on paying for it.
      """,
    cure: "Call super.cancel() first in your cancel(), on every path.",
    lesson: 9,
    trials: [
      Trial("by-itself", "A new operation is cancelled.") { trial in
        let operation = trial.make()
        trial.cancel(operation)
        trial.observe(operation, .afterCancel)
      },
      Trial("queued", "It is cancelled while it waits in a suspended queue.") { trial in
        let queue = trial.bench.queue("queue", width: 1)
        queue.isSuspended = true
        let operation = trial.make()
        queue.addOperation(operation)
        trial.cancel(operation)
        trial.observe(operation, .afterCancel)
        queue.isSuspended = false
      },
      Trial("running", "It is cancelled while its work is held.", holdsWork: true) { trial in
        let operation = trial.make()
        trial.bench.queue("queue", width: 1).addOperation(operation)
        trial.settle()
        trial.bench.elsewhere { trial.cancel(operation) }
        trial.settle()
        trial.observe(operation, .afterCancel)
        trial.release.open()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["by-itself", "queued", "running"] {
      let call = try runs[trial].first(.cancelled, of: TrialBench.subjectName)
      let look = try runs[trial].look(.afterCancel)
      // A finished operation needs no isCancelled, and Foundation ignores a cancel() after the
      // finish. A cancel() that stops the work may itself have caused that finish.
      if look.state.isDisjoint(with: [.cancelled, .finished]) {
        return Ruling(
          .broken, "cancel() was called, and isCancelled is still false", [call, look])
      }
      evidence += [call, look]
    }
    return Ruling(.holds, "isCancelled was true after cancel()", evidence)
  }
}
