import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let mainThreadMayWait = Rule(
    "main-thread-may-wait", needsPlainEnd: true, inSole: [.mainWaits]
  ) { _, run in
    let added = try run.first(.enqueued, of: Life.subject)
    let look = try run.first(.observed, of: Life.subject)
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

extension SoleScene {
  /// It is put into a queue, and the main thread waits for it.
  func waitOnMainThread() {
    let operation = make()
    keepMainThread(until: { operation.isFinished }) {
      bench.queue("queue", width: 1).addOperation(operation)
    }
  }

  /// Blocks the main thread, begins, and waits until `isOver` is true or nothing more can happen.
  /// Then records the state.
  private func keepMainThread(
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
      .observed, Life.subject, .mark(isStuck ? Rule.mainThreadWaits : "finished meanwhile"))
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
