extension Rule {
  static let completesInAQueue = Rule(
    "completes-in-a-queue",
    "Put into a queue, it does its work, finishes and leaves the queue.",
    cost: "The queue keeps the operation and its slot for ever; sooner or later nothing runs.",
    cure: """
      Report isFinished exactly once on every path, with willChangeValue and didChangeValue for \
      the key "isFinished" around the change.
      """,
    lesson: 3,
    trials: [
      Trial("queued", "It is put into a queue of width 1, and all comes to rest.") { trial in
        let queue = trial.bench.queue("queue", width: 1)
        queue.addOperation(trial.make())
      }
    ]
  ) { runs in
    let run = try runs["queued"]
    let added = try run.first(.enqueued, of: TrialBench.subjectName)
    let end = try run.last(.settled, of: TrialBench.subjectName)
    let hasLeft = end.note == "in no queue"
    return hasLeft && end.state.contains(.finished)
      ? Ruling(.holds, "it finished and left the queue", [added, end])
      : Ruling(
        .broken,
        hasLeft ? "it left the queue unfinished" : "at the end it was \(end.note), \(end.state)",
        [added, end])
  }
}
