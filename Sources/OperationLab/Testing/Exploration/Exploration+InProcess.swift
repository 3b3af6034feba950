import Foundation
import OperationLab

extension Exploration {
  /// Explores a body in the calling process. Nothing else may run in that process: with Swift
  /// Testing, use an exit test.
  ///
  /// ```swift
  /// await #expect(processExitsWith: .success) {
  ///   let report = try Exploration(of: "two threads") { bench in … }.run()
  ///   precondition(report.hang == nil)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - program: what to call the body in the report.
  ///   - body: runs once for each order, on a thread that traces call `main`. It may return while
  ///     what it began still runs. If it hangs, its threads stay behind.
  public init(of program: String, body: @escaping @Sendable (Bench) -> Void) {
    self.init(of: program, crew: 1) { orders in
      orders.map { InProcessOrder(program: program, order: $0, body: body).run() }
    }
  }

  /// Runs the program in one order after another, and blocks the calling thread until then.
  ///
  /// - Parameters:
  ///   - deviations: how many deviations an order may have; `nil` for any number.
  ///   - limit: how many orders to run at most.
  ///   - time: when to stop starting further orders.
  /// - Throws: an error that says why, if the program cannot be explored: it waits for the network
  ///   or for a timer, or one of its threads never stops.
  public func run(
    deviations: Int? = nil, limit: Int = 2_000, time: Duration = .seconds(8)
  ) throws -> Report {
    try run(Budget(deviations: deviations, limit: limit, time: time))
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
    let bench = Bench(recorder: recorder, policy: .program, scheduler: scheduler)
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
