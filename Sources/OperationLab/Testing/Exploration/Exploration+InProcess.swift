import Foundation
import OperationLab

extension Exploration {
  /// Explores a body in this very process: for a test of one's own, in which nothing else may run
  /// meanwhile. With Swift Testing that is an exit test:
  ///
  /// ```swift
  /// await #expect(processExitsWith: .success) {
  ///   let report = try Exploration(of: "two threads") { bench in … }.run()
  ///   precondition(report.outcome(.hangs) == nil)
  /// }
  /// ```
  ///
  /// What hangs stays behind, with its threads. The body runs on a thread of its own, called `main`
  /// in traces; it may return while what it began still runs.
  package init(of program: String, body: @escaping @Sendable (Bench) -> Void) {
    self.init(of: program, crew: 1) { orders in
      orders.map { InProcessOrder(program: program, order: $0, body: body).run() }
    }
  }
}

/// One run in this process in an order that was chosen.
private struct InProcessOrder {
  let program: String
  let order: Order
  let body: @Sendable (Bench) -> Void

  func run() -> OrderedRun {
    let decisions = Locked<[Decision]>([])
    let scheduler = Scheduler(order) { decision in decisions.withLock { $0.append(decision) } }
    let recorder = Recorder(hold: { scheduler.hold($0) })
    let bench = Bench(recorder: recorder, patience: nil, scheduler: scheduler)
    let ending = Locked<Snapshot?>(nil)
    Thread.detachNewThread {
      scheduler.adoptMain()
      body(bench)
      let snapshot = bench.settle()
      ending.withLock { $0 = snapshot }
    }
    var conductor = Conductor(scheduler: scheduler)
    conductor.looksUntilStuck = Self.looksUntilStuck
    let result = conductor.conduct { ending.withLock { $0 != nil } }
    let snapshot = ending.withLock { $0 } ?? bench.takeSnapshot(.quiet, isProgramBlocked: true)
    // What hangs must not wake up in the next run.
    if !snapshot.isStuck { scheduler.end() }
    var stray = scheduler.shortfall
    if case .strayed(let found) = result { stray = found }
    let trace = recorder.trace()
    let run = Run(
      program: program, outcome: ProgramRunner.outcome(.exited(0), snapshot, trace), trace: trace,
      snapshot: snapshot)
    return OrderedRun(
      order: order, decisions: decisions.withLock { $0 }, run: run, stray: stray)
  }

  private static let looksUntilStuck = 5
}
