import Foundation
import OperationBench

/// The parent's side of exploring the operation under check. It runs the scenes in orders of their
/// points, and reports the orders in which the operation does not finish.
///
/// A missing event in an order shows nothing yet. The order is repeated with a longer wait for
/// timers.
package struct SubjectExplorer: Sendable {
  /// The default budget. Most bugs of this kind need one or two deviations. The time limit is only
  /// for a very busy machine, and leaves the rule undecided.
  package static let usual = Exploration.Plan.meeting(
    deviations: 2, limit: 150, time: .seconds(120))

  private let deadline: Duration
  private let calm: Duration
  /// The process of the orders. They leave nothing behind, or end it.
  private let processes: SharedProcesses

  /// Creates an explorer without running anything.
  ///
  /// - Parameters:
  ///   - deadline: how long one order may take.
  ///   - calm: how long nothing happens, at most, in an operation that is left alone.
  ///   - host: makes the process that runs a scene in some orders.
  package init(
    deadline: Duration = .seconds(10), calm: Duration = .zero,
    host: @escaping BatteryRunner.Host
  ) {
    self.deadline = deadline
    self.calm = calm
    processes = SharedProcesses(1, host: host)
  }

  /// Explores a scene, and blocks the calling thread.
  ///
  /// - Parameters:
  ///   - plan: how far to go.
  ///   - stopsAtFault: whether to run no orders with more deviations than one that shows a fault.
  ///   - progress: called with the number of orders that have been run.
  ///   - isNeedless: whether another scene has decided meanwhile. It ends the search for a fault.
  /// - Throws: what ``OrderRunner/run(_:)`` throws.
  func explore(
    _ life: Life, _ plan: Exploration.Plan, stopsAtFault: Bool,
    progress: (Int) -> Void = { _ in }, unless isNeedless: () -> Bool = { false }
  ) throws -> OrdersFinding {
    var finding = OrdersFinding(life)
    do {
      try runBaseOrders(to: life, &finding)
      if finding.remark == nil, finding.fault == nil {
        try explore(life, plan, stopsAtFault, &finding, progress, isNeedless)
      }
    } catch let orderFailure as OrderFailure {
      finding.remark = "in some order \(orderFailure)"
    } catch let failure as NotDecided {
      finding.remark = "\(failure)"
    }
    return finding
  }

  /// Runs every scene in that order.
  ///
  /// - Returns: the results for the scenes that the order fits.
  /// - Throws: ``OrderFailure`` if it fits none, and what ``OrderRunner/run(_:)`` throws.
  package func replay(_ order: Order) throws -> [OrdersFinding] {
    var findings: [OrdersFinding] = []
    var orderFailure: OrderFailure?
    for life in Life.raced {
      let run = try run(life, order, calm: Durations.silence)
      if let found = run.orderFailure {
        orderFailure = orderFailure ?? found
        continue
      }
      var finding = OrdersFinding(life)
      finding.orders = 1
      finding.fault = RaceFault.found(in: run.run).map {
        OrdersFinding.Fault($0, order: order, run: run.run)
      }
      finding.faulty = finding.fault == nil ? 0 : 1
      findings.append(finding)
    }
    if let orderFailure, findings.isEmpty { throw orderFailure }
    return findings
  }

  /// Runs the orders to begin with: it may be that nothing can be said of any, and what goes wrong
  /// there goes wrong without a race.
  private func runBaseOrders(to life: Life, _ finding: inout OrdersFinding) throws {
    for order in SubjectExplorer.usual.roots {
      let first = try run(life, order, calm: .zero)
      if let orderFailure = first.orderFailure { return finding.remark = "\(orderFailure)" }
      guard let fault = RaceFault.found(in: first.run), !fault.isRedundant else { continue }
      (finding.orders, finding.faulty) = (1, 1)
      return finding.add(try confirm(fault, in: first, of: life), isCalm: true)
    }
  }

  private func explore(
    _ life: Life, _ plan: Exploration.Plan, _ stopsAtFault: Bool,
    _ finding: inout OrdersFinding, _ progress: (Int) -> Void, _ isNeedless: () -> Bool
  ) throws {
    let runner = runner(life, calm: .zero)
    var plan = plan
    if stopsAtFault { plan.tries = 2 }
    var (faults, repeatedNotifications) = (Sightings(), Sightings())
    var level: Int?
    let report = try Exploration(of: life.name, crew: 1) { try runner.run($0) }.run(
      plan, progress: progress,
      until: { report in
        if stopsAtFault, isNeedless() { return true }
        guard stopsAtFault, faults.count > 0 else { return false }
        level = level ?? report.deviations
        return report.deviations != level
      },
      see: { run, _ in
        guard let fault = RaceFault.found(in: run.run) else { return }
        if fault.isRedundant {
          repeatedNotifications.add(run, fault)
        } else {
          faults.add(run, fault)
        }
      })
    finding.add(report)
    finding.isCutShort = report.isOutOfTime && report.deviations < plan.deviations ?? 1
    // An end that is announced twice also without a race is not what a race does.
    let seen =
      faults.count > 0 || repeatedNotifications.calm != nil ? faults : repeatedNotifications
    finding.faulty = seen.count
    guard let found = seen.calm ?? seen.race else { return }
    finding.add(
      try confirm(found.fault, in: found.run, of: life), isCalm: seen.calm != nil)
  }

  /// The fault, if it is there also when all wait for timers. At first as long as one may be in an
  /// operation that is left alone.
  private func confirm(
    _ fault: RaceFault, in first: OrderedRun, of life: Life
  ) throws -> OrdersFinding.Fault? {
    let order = first.shortOrder
    var found = OrdersFinding.Fault(fault, order: order, run: first.run)
    if fault.hasHappened { return found }
    for calm in [calm, max(calm, Durations.silence)] {
      let again = try run(life, order, calm: calm)
      guard again.orderFailure == nil, let fault = RaceFault.found(in: again.run) else {
        return nil
      }
      found = OrdersFinding.Fault(fault, order: order, run: again.run)
    }
    return found
  }

  private func run(
    _ life: Life, _ order: Order, calm: Duration
  ) throws -> OrderedRun {
    try runner(life, calm: calm).run([order])[0]
  }

  private func runner(_ life: Life, calm: Duration) -> OrderRunner {
    // The wait for calm begins anew with each thing that happens.
    OrderRunner(program: life.name, deadline: deadline + calm * 4) {
      [processes] orders, deadline, onLine in
      let request = OrdersRequest(life: life, orders: orders, calm: calm)
      return try processes.run(.orders(request), deadline: deadline, onLine: onLine)
    }
  }
}

/// The runs with a fault.
private struct Sightings {
  typealias Sighting = (run: OrderedRun, fault: RaceFault)

  private(set) var count = 0
  /// A run in which no two threads met.
  private(set) var calm: Sighting?
  /// The first: one of those with the fewest deviations.
  private(set) var race: Sighting?

  mutating func add(_ run: OrderedRun, _ fault: RaceFault) {
    count += 1
    race = race ?? (run, fault)
    if run.isInTurn { calm = calm ?? (run, fault) }
  }
}

/// The result of exploring one scene.
package struct OrdersFinding: Sendable {
  /// That whose threads met.
  let life: Life
  /// The number of orders that were run.
  package internal(set) var orders = 0
  /// The number of orders with a fault.
  package internal(set) var faulty = 0
  /// Which orders these are, such as `all with up to 2 deviations`.
  private var extent = ""
  /// Whether there are no others of these points.
  private var isEverything = false
  /// Whether the time was up before the orders had been run that decide it.
  var isCutShort = false
  /// What the class uses that is no point.
  var unordered: [String] = []
  /// Whether orders part at the locks of the class.
  var locksArePoints = true
  /// The fault in the shortest of those.
  package internal(set) var fault: Fault?
  /// Why it was not explored completely, or `nil` if it was.
  package internal(set) var remark: String?

  /// Whether there is no other order, as far as is known.
  package var isWhole: Bool { isEverything && unordered.isEmpty && locksArePoints && remark == nil }

  /// Whether it finishes, once, in all orders that were run.
  package var isSound: Bool { faulty == 0 || fault?.isRedundant == true }

  /// How it was started, in a few words.
  private var manner: String { life.manner }

  /// A line with the result, such as `by hand: 41 orders, and there are no others; …`.
  package var line: String {
    let count = orders == 1 ? "1 order" : "\(orders) orders"
    let extent = isWhole ? "and there are no others" : extent
    let all = "\(manner): \(count)" + (extent.isEmpty ? "" : ", \(extent)")
    if let remark { return "\(orders == 0 ? manner : all): \(remark)" }
    let rest =
      !locksArePoints
      ? "; its own locks are no points here, and what comes between them is in no order"
      : unordered.isEmpty
        ? ""
        : "; what it does with \(unordered.joined(separator: ", ")) is no point, and in no order"
    return all + "; it finishes, once, in "
      + (isSound ? "all of them" : "\(orders - faulty) of them") + rest
  }

  /// An order in which the operation does not finish.
  package struct Fault: Sendable {
    /// The fault.
    package let reason: Ruling.Reason
    /// The order that repeats it.
    package let order: Order
    /// The steps of the run.
    package let run: Run
    /// Whether no two threads met, so that it is not a race.
    var isCalm = false
    /// Whether only a notification was repeated.
    let isRedundant: Bool
    /// How it breaks a rule without a race.
    let way: Way?

    init(_ fault: RaceFault, order: Order, run: Run) {
      reason = fault.reason
      self.order = order
      self.run = run
      isRedundant = fault.isRedundant
      way = if case .life(let mark) = reason { CancelRace.way(of: mark, fault.state) } else { nil }
    }
  }

  init(_ life: Life) {
    self.life = life
  }

  /// Takes what has come of a fault: it may be gone.
  fileprivate mutating func add(_ fault: Fault?, isCalm: Bool) {
    self.fault = fault
    self.fault?.isCalm = isCalm
    guard fault == nil else { return }
    faulty = 0
    remark = """
      it waits for something whose time cannot be chosen. When given time, it finishes in the order \
      that was repeated. Others say nothing
      """
  }

  fileprivate mutating func add(_ report: Exploration.Report) {
    orders = report.orders
    if report.isEverything {
      isEverything = true
    } else if report.deviations >= 0 {
      let count = report.deviations == 1 ? "1 deviation" : "\(report.deviations) deviations"
      extent = "among them all with up to \(count)"
    }
    // A branch that could not be followed may have more orders.
    if report.unfollowedOrders > 0 {
      extent = "and \(report.unfollowedOrders) more that went another way"
    }
  }
}
