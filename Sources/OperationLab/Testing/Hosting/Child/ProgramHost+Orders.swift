import Foundation
import OperationLab

extension ProgramHost {
  /// What is printed on standard error before each order, so that one knows in which of them
  /// something else was.
  static let mark = "\u{1E}next order\n"

  /// Runs the program in each of these orders, one after the other, and says which begins; returns
  /// only after `quit` has been called, at the latest when one has not ended clean: whoever wants
  /// the rest starts another process for it.
  ///
  /// - Parameters:
  ///   - orders: one run for each.
  ///   - policy: as of ``run(policy:silence:_:)``.
  ///   - calm: how long all must sleep before that is taken for rest; none for programs that never
  ///     sleep by a clock.
  ///   - body: the program.
  @MainActor
  package func run(
    orders: [Order], policy: RestDetector.Policy = .program, calm: Duration = .zero,
    _ body: (Bench) -> Void
  ) {
    guard prepare() else { return }
    for (place, order) in orders.enumerated() {
      FileHandle.standardError.write(Data(Self.mark.utf8))
      send(ChildMessage(began: place))
      guard run(order, policy, calm, body) else { break }
    }
    quit(0)
  }

  /// Runs the program in that order; whether nothing is left of it.
  @MainActor
  private func run(
    _ order: Order, _ policy: RestDetector.Policy, _ calm: Duration, _ body: (Bench) -> Void
  ) -> Bool {
    let scheduler = Scheduler(order) { [self] in send(ChildMessage(decision: $0)) }
    let isOver = Locked(false)
    let recorder = Recorder(
      sink: { [self] in if !isOver.withLock({ $0 }) { send(ChildMessage(event: $0)) } },
      hold: { scheduler.hold($0) })
    let bench = Bench(recorder: recorder, policy: policy, scheduler: scheduler)
    scheduler.adoptMain()
    let conductor = Conductor(scheduler: scheduler, calm: calm)
    let hasConducted = Door()
    Platform.detachHelperThread { [self] in
      if case .strayed(let stray) = conductor.conduct(until: { isOver.withLock { $0 } }) {
        send(ChildMessage(stray: stray))
        quit(0)
      }
      hasConducted.open()
    }
    let watch = HangWatch(bench: bench) { [self] snapshot in
      report(snapshot, scheduler)
      quit(0)
    }
    watch.begin()
    body(bench)
    // Who was too late reports that the program hangs.
    guard watch.end() else { return false }
    let snapshot = bench.settle()
    isOver.withLock { $0 = true }
    report(snapshot, scheduler)
    scheduler.end()
    _ = hasConducted.wait(until: Deadline(.seconds(5)))
    return snapshot.isClean && bench.watchers.atGates == 0 && bench.watchers.errands == 0
  }

  private func report(_ snapshot: Snapshot, _ scheduler: Scheduler) {
    if let stray = scheduler.shortfall { send(ChildMessage(stray: stray)) }
    send(ChildMessage(snapshot: snapshot))
  }
}

extension Snapshot {
  /// Whether a run that ended like this leaves nothing behind that the next could notice.
  fileprivate var isClean: Bool {
    !isStuck && operations.allSatisfy { $0.state.contains(.finished) }
      && !queues.contains { $0.name == Queue.main }
  }
}
