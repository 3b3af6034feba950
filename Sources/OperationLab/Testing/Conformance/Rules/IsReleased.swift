import Foundation
import OperationLab

extension Rule {
  static let isReleased = Rule(
    "is-released",
    "When it is finished and nothing uses it any more, it is deallocated.",
    cost: "Every operation ever run stays in memory, with its data and all that it captures.",
    cure: """
      Capture [weak self] in closures that the operation keeps, in its completion block first of \
      all, and invalidate a session whose delegate it is.
      """,
    lesson: 16, ways: [keptOnOneWay],
    trials: [
      Trial(
        "queued", "It runs in a queue to its end, and its last user releases it.", holdsWork: true
      ) {
        $0.lookForLeak()
      },
      Trial(
        "cancelled", "It is cancelled and put into a queue, and its last user releases it.",
        leavesEndings: true
      ) {
        $0.lookForLeak(cancels: .before)
      },
      Trial(
        "cancelled-running",
        "It is cancelled while its work is held, and its last user releases it.",
        holdsWork: true, leavesEndings: true
      ) {
        $0.lookForLeak(cancels: .whileRunning)
      },
      Trial(
        "failing", "Its work fails, and its last user releases it.", failsWork: true,
        leavesEndings: true
      ) {
        $0.lookForLeak()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var unfinished: MissingEvidence?
    for trial in ["queued", "cancelled", "cancelled-running", "failing"] {
      let run = try runs[trial]
      let added = try run.first(.enqueued, of: TrialBench.subjectName)
      let look = try run.first(.noted, of: TrialBench.subjectName)
      evidence += [added] + run.work + [look]
      if look.mark == .deallocated { continue }
      let end = try run.end()
      guard end.isInNoQueue, end.isFinished else {
        // A queue keeps an operation that never finishes, which another rule covers.
        unfinished = .event(.finished, subject: TrialBench.subjectName, program: trial)
        continue
      }
      return .missing(
        "it was finished and in no queue, and something still kept it alive\(words[trial] ?? "")",
        [added] + run.work + [look, end], way: trial == "queued" ? nil : keptOnOneWay)
    }
    if let unfinished { throw unfinished }
    return .holds("it was deallocated", evidence)
  }

  private static let keptOnOneWay = Way(
    cost: "Each operation that ends this way stays in memory, with all that it captures.",
    cure: """
      Undo on every way to the end what the good one undoes: leave the list, invalidate the timer or \
      the session, drop the closures.
      """)

  private static let words = [
    "cancelled": ", when it was cancelled before its start",
    "cancelled-running": ", when it was cancelled while its work went on",
    "failing": ", when its work had failed",
  ]
}

/// When a trial calls `cancel()`.
private enum Cancelling { case never, before, whileRunning }

extension TrialBench {
  fileprivate func lookForLeak(cancels: Cancelling = .never) {
    let queue = bench.queue("queue", width: 1, holdsOperations: false)
    let operation = Platform.releasingTemporaries {
      enqueueUnheld(in: queue, cancels: cancels == .before)
    }
    settle()
    if cancels == .whileRunning {
      bench.elsewhere { if let running = operation.value { cancel(running) } }
      settle()
    }
    release.open()
    settle()
    bench.log(Self.subjectName)(operation.value == nil ? .deallocated : .alive)
  }

  /// A separate function, so that its strong references are gone when it returns.
  private func enqueueUnheld(in queue: OperationQueue, cancels: Bool) -> WeakReference {
    let operation = subject.make(probe)
    operation.name = Self.subjectName
    bench.watch(operation, as: Self.subjectName, weakly: true)
    if cancels { cancel(operation) }
    queue.addOperation(operation)
    return WeakReference(operation)
  }
}

/// A weak reference to an operation.
final class WeakReference: @unchecked Sendable {
  private(set) weak var value: Operation?

  init(_ value: Operation) {
    self.value = value
  }
}
