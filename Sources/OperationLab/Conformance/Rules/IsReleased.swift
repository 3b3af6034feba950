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
      Trial(
        "queued", "It runs in a queue to its end, and its last user lets go of it.", holdsWork: true
      ) {
        $0.lookForLeak(cancels: false)
      },
      Trial(
        "cancelled", "The same, cancelled before it is put into the queue.", leavesEndings: true
      ) {
        $0.lookForLeak(cancels: true)
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var unfinished: MissingEvidence?
    for trial in ["queued", "cancelled"] {
      let run = try runs[trial]
      let added = try run.first(.enqueued, of: TrialBench.subjectName)
      let look = try run.first(.noted, of: TrialBench.subjectName)
      evidence += [added] + run.work + [look]
      if look.note == released { continue }
      let end = try run.end()
      guard end.isOutOfQueue, end.isFinished else {
        // What never ends is kept by its queue: another rule's affair.
        unfinished = .event(.finished, subject: TrialBench.subjectName, program: trial)
        continue
      }
      return Ruling(
        .broken, "it was finished and in no queue, and somebody still kept it alive",
        [added] + run.work + [look, end])
    }
    if let unfinished { throw unfinished }
    return Ruling(.holds, "it was deallocated", evidence)
  }

  fileprivate static let released = "is released"
}

extension TrialBench {
  fileprivate func lookForLeak(cancels: Bool) {
    let queue = bench.queue("queue", width: 1, holdsOperations: false)
    let operation = enqueueUnheld(in: queue, cancels: cancels)
    bench.settle()
    release.open()
    bench.settle()
    bench.log(Self.subjectName)(
      .noted, note: operation.value == nil ? Rule.released : "is still alive")
  }

  /// A function of its own: its strong references are gone when it returns.
  private func enqueueUnheld(in queue: TracedQueue, cancels: Bool) -> WeakReference {
    let operation = subject.make(probe)
    operation.name = Self.subjectName
    if cancels { cancel(operation) }
    queue.addOperation(operation)
    return WeakReference(value: operation)
  }
}

private struct WeakReference {
  weak var value: Operation?
}
