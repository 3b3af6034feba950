import Foundation
import OperationLab

/// Runs a program in every order of its points, within a budget. The order without deviations comes
/// first, then those with one deviation, then two, and so on.
///
/// A point is a place where a thread is about to record an event. By default, the thread of the
/// last step continues as long as it can, and then the first thread by name. A deviation is a step
/// at which another thread is chosen. Each order is run once.
public struct Exploration: Sendable {
  /// Which orders to run, and how far to go.
  package struct Plan: Sendable {
    /// The maximum number of deviations, or `nil` for no limit.
    package var deviations: Int?
    /// The maximum number of orders.
    package var limit: Int
    /// The time after which no further orders start.
    package var time: Duration
    /// The orders to begin with. None is the beginning of another, except the default order.
    package private(set) var roots = [Order()]
    /// Whether a run that did not follow its order is only counted. It happens where a clock decides.
    private(set) var toleratesUnfollowedOrders = false
    /// How often to try an order that could not be followed.
    package var tries = 5

    /// All orders of a program that waits for nothing but its own steps.
    package init(deviations: Int? = nil, limit: Int = 2_000, time: Duration = .seconds(8)) {
      self.deviations = deviations
      self.limit = limit
      self.time = time
    }

    /// The orders of foreign code in which two threads meet: each of them goes first once, and is
    /// interrupted at each of its points.
    package static func meeting(deviations: Int?, limit: Int, time: Duration) -> Self {
      var plan = Self(deviations: deviations, limit: limit, time: time)
      plan.roots = [Order(), Order([ThreadNames.second])]
      plan.toleratesUnfollowedOrders = true
      return plan
    }

    /// The same of a program that takes steps of its own before the threads meet.
    ///
    /// - Parameter usual: its run in the usual order.
    package func meeting(in usual: OrderedRun) -> Self {
      guard let place = usual.decisions.firstIndex(where: { $0.stands.count > 1 }) else {
        return self
      }
      let fork = usual.decisions[place]
      let others = fork.stands.map(\.thread).filter { $0 != fork.thread }
      var plan = self
      plan.roots =
        [Order()] + others.map { Order(usual.decisions[..<place].map(\.thread) + [$0]) }
      return plan
    }
  }

  /// Runs a program in some orders and returns the runs in the same sequence. Called from several
  /// threads at once.
  package typealias Runner = @Sendable ([Order]) throws -> [OrderedRun]

  /// The program's name.
  package let program: String
  let runner: Runner
  /// How many orders to run side by side.
  let crew: Int

  /// Creates an exploration without running anything.
  ///
  /// - Parameters:
  ///   - program: what to call it.
  ///   - crew: how many threads call the runner at once.
  ///   - runner: runs the program in orders that it is given.
  package init(
    of program: String, crew: Int = ProcessInfo.processInfo.activeProcessorCount,
    runner: @escaping Runner
  ) {
    self.program = program
    self.crew = crew
    self.runner = runner
  }

  /// The maximum number of orders that one process runs, one after the other.
  private static let batch = 24
  /// How long one batch of parallel runs should take, so that the time limit is noticed soon.
  private static let glance = Duration.milliseconds(700)

  /// Explores the program, and blocks the calling thread.
  ///
  /// - Parameters:
  ///   - plan: which orders, and when to stop, even if there are more.
  ///   - progress: called with the number of orders that have been run.
  ///   - isEnough: called now and then to decide whether to stop.
  ///   - see: called with each run, which the report counts already.
  /// - Throws: ``OrderFailure`` when the program cannot be explored, and what the runner throws.
  package func run(
    _ plan: Plan, progress: (Int) -> Void = { _ in },
    until isEnough: (Exploration.Report) -> Bool = { _ in false },
    see: (OrderedRun, inout Exploration.Report) -> Void = { _, _ in }
  ) throws -> Exploration.Report {
    var report = Exploration.Report(program: program)
    let end = ContinuousClock.now + plan.time
    var share = crew
    var level = plan.roots.map { Branch(order: $0, deviations: 0) }
    var known = Set(plan.roots)
    while !level.isEmpty {
      if let most = plan.deviations, level[0].deviations > most { break }
      var next: [Branch] = []
      var rest = level[...]
      while !rest.isEmpty, report.orders < plan.limit, .now < end, !isEnough(report) {
        let part = Array(rest.prefix(min(share, plan.limit - report.orders)))
        rest = rest.dropFirst(part.count)
        let start = ContinuousClock.now
        for (branch, first) in zip(part, try runAll(part.map(\.order))) {
          let run = try followed(first, plan.tries)
          if let orderFailure = run.orderFailure {
            guard plan.toleratesUnfollowedOrders, orderFailure.isOfOrder else { throw orderFailure }
            report.unfollowedOrders += 1
            continue
          }
          report.add(run, deviations: branch.deviations)
          see(run, &report)
          next += branch.children(of: run).filter { known.insert($0.order).inserted }
        }
        let isFast = .now - start < Self.glance
        share = isFast ? min(share * 2, crew * Self.batch) : max(crew, share / 2)
        progress(report.orders)
      }
      guard rest.isEmpty else {
        report.isOutOfTime = report.orders < plan.limit && !isEnough(report)
        return report
      }
      report.deviations = level[0].deviations
      if next.isEmpty {
        next = try overlooked(plan.roots).filter { known.insert($0.order).inserted }
      }
      level = next
    }
    report.isComplete = report.unfollowedOrders == 0
    report.isEverything = level.isEmpty && report.isComplete
    return report
  }

  /// Returns the run, or a later one in the same order if this one did not follow it. Dispatch
  /// alone decides whether to reuse a thread or to make another one.
  private func followed(_ first: OrderedRun, _ tries: Int) throws -> OrderedRun {
    var run = first
    for _ in 1..<tries where run.orderFailure?.isOfOrder == true {
      run = try runner([run.order]).first ?? run
    }
    return run
  }

  /// Repeats the first runs and returns the orders that the exploration has not found. It is
  /// complete only if this second look finds no more.
  private func overlooked(_ roots: [Order]) throws -> [Branch] {
    try runAll(roots).filter { $0.orderFailure == nil }.flatMap { run in
      Branch(order: run.order, deviations: 0).children(of: run)
    }
  }

  /// The runs in these orders, made side by side.
  private func runAll(_ orders: [Order]) throws -> [OrderedRun] {
    let size = max(1, min(Self.batch, (orders.count + crew - 1) / crew))
    let starts = Array(stride(from: 0, to: orders.count, by: size))
    let results = Locked([Int: Result<[OrderedRun], any Error>]())
    let runner = runner
    ThreadTeam(crew: min(crew, starts.count)).perform(starts.count) { place in
      let start = starts[place]
      let part = Array(orders[start..<min(start + size, orders.count)])
      let result = Result { try runner(part) }
      results.withLock { $0[place] = result }
    }
    return try results.withLock { $0 }.sorted { $0.key < $1.key }.flatMap { try $0.value.get() }
  }
}

/// An order that has not been run. Its last step is its last deviation.
private struct Branch {
  let order: Order
  let deviations: Int

  /// The orders that deviate from this run at one step more, after all that this one deviates at.
  func children(of run: OrderedRun) -> [Branch] {
    let whole = run.wholeOrder.threads
    return run.decisions.indices.dropFirst(order.threads.count).flatMap { step in
      run.decisions[step].others.map {
        Branch(order: Order(Array(whole[..<step]) + [$0]), deviations: deviations + 1)
      }
    }
  }
}

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
  ///     what it began still runs. It hangs if something is left that does not go on within half a
  ///     second. Its threads then stay behind.
  public init(of program: String, body: @escaping @Sendable (Bench) -> Void) {
    self.init(of: program, silence: .milliseconds(500), body: body)
  }

  /// - Parameter silence: how long nothing must happen before an order counts as one that hangs.
  init(of program: String, silence: Duration, body: @escaping @Sendable (Bench) -> Void) {
    self.init(of: program, crew: 1) { orders in
      try orders.map {
        try InProcessOrder(program: program, order: $0, silence: silence, body: body).run()
      }
    }
  }

  /// Runs the program in one order after another, and blocks the calling thread until then.
  ///
  /// - Parameters:
  ///   - deviations: how many deviations an order may have, or `nil` for any number.
  ///   - limit: how many orders to run at most.
  ///   - time: when to stop starting further orders.
  /// - Throws: an error with the reason if the program cannot be explored. Such a program waits for
  ///   the network or a timer, or has a thread that never stops.
  public func run(
    deviations: Int? = nil, limit: Int = 2_000, time: Duration = .seconds(8)
  ) throws -> Report {
    try run(Plan(deviations: deviations, limit: limit, time: time))
  }
}

/// One run in this process in a given order.
private struct InProcessOrder {
  let program: String
  let order: Order
  let silence: Duration
  let body: @Sendable (Bench) -> Void

  func run() throws -> OrderedRun {
    let decisions = Locked<[Decision]>([])
    let scheduler = Scheduler(order) { decision in decisions.withLock { $0.append(decision) } }
    let recorder = Recorder(hold: { scheduler.hold($0) })
    let bench = Bench(recorder: recorder, policy: .program, scheduler: scheduler)
    let ending = Locked<Snapshot?>(nil)
    let hasThread = Platform.detachThread {
      scheduler.adoptMain()
      body(bench)
      let snapshot = bench.settledSnapshot()
      ending.withLock { $0 = snapshot }
    }
    guard hasThread else { throw Shortage.threads }
    let found = scheduler.run(endsWhenStuck: true) { ending.withLock { $0 != nil } }
    let snapshot = ending.withLock { $0 } ?? bench.takeSnapshot(.quiet, isProgramBlocked: true)
    let wakesUp = snapshot.isStuck && goesOn(scheduler, bench, since: snapshot)
    // A hanging thread must not wake up in the next run.
    if !snapshot.isStuck { scheduler.end() }
    let orderFailure = found ?? (wakesUp ? .restless : scheduler.shortfall)
    let trace = recorder.trace()
    let run = Run(
      program: program, outcome: ProgramRunner.outcome(.exited(0), snapshot, trace), trace: trace,
      snapshot: snapshot)
    return OrderedRun(
      order: order, decisions: decisions.withLock { $0 }, run: run, orderFailure: orderFailure)
  }

  /// Whether what looks stuck still goes on, because it waits for a timer: a thread has come to a point,
  /// or an operation is otherwise than it was.
  private func goesOn(_ scheduler: Scheduler, _ bench: Bench, since snapshot: Snapshot) -> Bool {
    let end = ContinuousClock.now + silence
    while .now < end {
      if !scheduler.standing.isEmpty || bench.registry.snapshot().operations != snapshot.operations
      {
        return true
      }
      _ = Latch().wait(deadline: .milliseconds(10))
    }
    return false
  }
}
