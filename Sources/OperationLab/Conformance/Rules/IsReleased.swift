import Foundation

extension Rule {
  static let isReleased = Rule(
    "is-released",
    "When it is over and nobody uses it any more, it is deallocated.",
    cost: "Every operation ever run stays in memory, with its data and whatever it captures.",
    cure: """
      Capture [weak self] in closures that the operation keeps, in its completion block first of \
      all, and invalidate a session whose delegate it is.
      """,
    lesson: 16,
    trials: [
      Trial("queued", "It runs in a queue to its end, and its last user lets go of it.") { trial in
        let queue = trial.bench.queue("queue", width: 1, holdsOperations: false)
        let operation = trial.enqueueUnheld(in: queue)
        trial.bench.settle()
        trial.bench.log(TrialBench.subjectName)(
          .noted, note: operation.value == nil ? "is released" : "is still alive")
      }
    ]
  ) { runs in
    let run = try runs["queued"]
    let added = try run.first(.enqueued, of: TrialBench.subjectName)
    let look = try run.first(.noted, of: TrialBench.subjectName)
    let evidence = [added] + run.work + [look]
    if look.note == "is released" { return Ruling(.holds, "it was deallocated", evidence) }
    let end = try run.end()
    guard end.isOutOfQueue, end.isFinished else {
      throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: "queued")
    }
    return Ruling(
      .broken, "it was finished and in no queue, and somebody still kept it alive",
      evidence + [end])
  }
}

extension TrialBench {
  /// A function of its own: its strong references are gone when it returns.
  fileprivate func enqueueUnheld(in queue: TracedQueue) -> WeakReference {
    let operation = subject.make(probe)
    operation.name = Self.subjectName
    queue.addOperation(operation)
    return WeakReference(value: operation)
  }
}

private struct WeakReference {
  weak var value: Operation?
}
