extension Rule {
  static let cancelWhileRunning = Rule(
    "cancel-while-running",
    "Cancelled while its work goes on, it finishes and leaves the queue, at the latest with its work.",
    cost: "Each cancelled operation costs the queue a slot for ever.",
    cure: """
      Let every way out of the work end in the one function that reports isFinished, also the way \
      that was cancelled; and keep no lock while you call out.
      """,
    lesson: 14,
    needsProbe: true,
    trials: [
      Trial(
        "running", "It is cancelled while its work is held; then the work may end.", holdsWork: true
      ) {
        trial in
        let queue = trial.bench.queue("queue", width: 1)
        let operation = trial.make()
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
        trial.settle()
        trial.bench.elsewhere {
          trial.cancel(operation)
          trial.bench.log("cancel()")(.noted, note: "is back")
        }
        trial.settle()
        trial.bench.observe(operation, note: "after cancel()")
        trial.release.open()
      }
    ]
  ) { runs in
    let run = try runs["running"]
    let began = try run.first(.began, of: Probe.subject)
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let end = try run.end()
    let next = try run.ran("next")
    var ruling = Ruling.holds(
      "it finished and left the queue, and the next one ran",
      [began, cancelled, end, next.evidence],
      unless: [
        .missing(run.all(.noted, of: "cancel()").isEmpty, "cancel() never came back"),
        .missing(
          !end.isFinished, "it never finished after it was cancelled: \(end.describedState)"),
        .missing(!end.isOutOfQueue, "the queue never gets past it: \(end.describedState)"),
        .missing(next.isNever, "the operation behind it never ran"),
      ])
    ruling.remark = run.endsBeforeItsWork
    return ruling
  }
}

extension Run {
  /// A remark if it reported finished on `cancel()` while its work went on.
  fileprivate var endsBeforeItsWork: String? {
    let look = all(.observed, of: TrialBench.subjectName).last
    guard let look, look.isFinished else { return nil }
    let isWorking = !all(.ended, of: Probe.subject).contains { $0.seq < look.seq }
    return isWorking
      ? "cancelled, it reports finished at once, and its work goes on: what comes next may meet it"
      : nil
  }
}
