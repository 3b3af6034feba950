import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let mainThreadMayWait = Rule(
    "main-thread-may-wait", needsPlainEnd: true, endings: .ignore,
    trials: [
      Trial(
        "waiting", "It is put into a queue, and the main thread waits for it."
      ) { trial in
        let operation = trial.make()
        trial.keepMainThread(until: { operation.isFinished }) {
          trial.bench.queue("queue", width: 1).addOperation(operation)
        }
      }
    ]
  ) { runs in
    let run = try runs["waiting"]
    let added = try run.first(.enqueued, of: TrialBench.subjectName)
    let look = try run.first(.observed, of: TrialBench.subjectName)
    guard look.mark == mainThreadWaits else {
      return .holds("it does not need the main thread for its end", [added, look])
    }
    let end = try run.end()
    return .missing(
      end.isFinished
        ? "while the main thread waited for it, it did not finish; it needs the main queue"
        : "while the main thread waited for it, it did not finish, nor did it after that",
      [added] + run.work + [look, end], way: StuckState(end, in: run)?.way)
  }

  static let mainThreadWaits: Event.Mark = "while the main thread waits"
}

extension TrialBench {
  /// Blocks the main thread, begins, and waits until `isOver` is true or nothing more can happen.
  /// Then records the state.
  fileprivate func keepMainThread(
    until isOver: @escaping @Sendable () -> Bool, begin: () -> Void
  ) {
    let mayGo = Latch()
    defer { mayGo.open() }
    // The main queue must be blocked before the operation uses it.
    if !Thread.isMainThread { Self.blockMainQueue(until: mayGo) }
    begin()
    let isOver = { [stateReader = bench.stateReader] in stateReader.ask { isOver() } == true }
    awaitSilence(waitsLong ? Durations.silence : .zero, servesMainQueue: false, until: isOver)
    let isStuck = !isOver()
    bench.recorder.record(
      .observed, Self.subjectName, .mark(isStuck ? Rule.mainThreadWaits : "finished meanwhile"))
    // Later, no thread waits for the main thread any more.
    if isStuck { OwnCalls.tell() }
  }

  /// In a shared process, the main queue is blocked instead of the main thread. If no thread serves
  /// it, the effect is the same.
  private static func blockMainQueue(until mayGo: Latch) {
    let isBlocked = Latch()
    DispatchQueue.main.async {
      isBlocked.open()
      _ = mayGo.wait(deadline: .seconds(60))
    }
    _ = isBlocked.wait(deadline: .seconds(2))
  }
}
