import Foundation
import OperationLab

/// The parent's side of exploring the operation under check. It runs the scenes in every order of
/// their points, and reports the orders in which the operation does not finish.
///
/// One run is not enough for a fault. An order that seems to show one is repeated with a longer
/// wait for timers.
package struct SubjectExplorer: Sendable {
  /// Makes the process that runs a scene in some orders, with
  /// ``Battery/host(arguments:subject:quit:)``.
  package typealias Host = @Sendable (SceneOrder) -> ChildProcess

  /// The rule that orders decide.
  package static let rule = Rule.survivesRaces

  private let deadline: Duration
  private let host: Host

  /// Creates an explorer without running anything.
  ///
  /// - Parameters:
  ///   - deadline: how long one order may take.
  ///   - host: makes the process that runs a scene in some orders.
  package init(deadline: Duration = .seconds(10), host: @escaping Host) {
    self.deadline = deadline
    self.host = host
  }

  /// Explores all scenes, and blocks the calling thread.
  ///
  /// - Parameters:
  ///   - budget: how far to go. Its time is for all scenes together.
  ///   - stopsAtFault: whether one fault is enough.
  ///   - progress: called with the name of the scene and the number of its orders that have been
  ///     run.
  /// - Throws: what ``OrderRunner/run(_:)`` throws.
  package func explore(
    _ budget: Exploration.Budget, stopsAtFault: Bool = false,
    progress: (String, Int) -> Void = { _, _ in }
  ) throws -> [SceneFinding] {
    var findings: [SceneFinding] = []
    var budget = budget
    budget.time = budget.time / SubjectScene.all.count
    for scene in SubjectScene.all {
      let finding: SceneFinding
      do {
        finding = try explore(scene, budget, stopsAtFault) { progress(scene.name, $0) }
      } catch let failure as NotDecided {
        finding = SceneFinding(scene, remark: "\(failure)")
      }
      findings.append(finding)
      // A busy operation is busy in the other scenes, too, and each takes a while to show it.
      if finding.isRestless || stopsAtFault && finding.fault != nil { break }
    }
    return findings
  }

  /// Runs every scene in that order.
  ///
  /// - Returns: the results for the scenes that the order fits.
  /// - Throws: ``Stray`` if it fits none, and what ``OrderRunner/run(_:)`` throws.
  package func replay(_ order: Order) throws -> [SceneFinding] {
    var findings: [SceneFinding] = []
    var stray: Stray?
    for scene in SubjectScene.all {
      let run = try patientRun(scene, order)
      if let found = run.stray {
        stray = stray ?? found
        continue
      }
      var finding = SceneFinding(scene)
      finding.orders = 1
      finding.fault = SubjectScene.fault(in: run.run)
        .map { SceneFinding.Fault(reason: $0, order: order, run: run.run) }
      finding.faulty = finding.fault == nil ? 0 : 1
      findings.append(finding)
    }
    if let stray, findings.isEmpty { throw stray }
    return findings
  }

  private func explore(
    _ scene: SubjectScene, _ budget: Exploration.Budget, _ stopsAtFault: Bool,
    _ progress: (Int) -> Void
  ) throws -> SceneFinding {
    var finding = SceneFinding(scene)
    if let obstacle = try obstacle(to: scene) {
      finding.remark = obstacle.words
      finding.isRestless = obstacle.isRestless
      return finding
    }
    let runner = runner(scene, isPatient: false)
    var exploration = Exploration(of: scene.name) { try runner.run($0) }
    exploration.roots = SubjectScene.roots
    exploration.toleratesStrays = true
    let report: ExplorationReport
    do {
      report = try exploration.run(
        budget, judge: { [SubjectScene.verdict: SubjectScene.verdict(on: $0)] },
        progress: progress,
        until: { stopsAtFault && $0.claims[SubjectScene.verdict]?.shortest[.refuted] != nil })
    } catch let stray as Stray {
      finding.remark = "in some order \(stray)"
      finding.isRestless = true
      return finding
    }
    finding.take(report)
    guard let shortest = report.claims[SubjectScene.verdict]?.shortest[.refuted] else {
      return finding
    }
    let again = try patientRun(scene, shortest.shortOrder)
    guard again.stray == nil, let reason = SubjectScene.fault(in: again.run) else {
      finding.remark = Obstacle.clock.words
      finding.faulty = 0
      return finding
    }
    finding.fault = SceneFinding.Fault(reason: reason, order: shortest.shortOrder, run: again.run)
    return finding
  }

  /// Why the scene cannot be explored, or `nil` if it can.
  private func obstacle(to scene: SubjectScene) throws -> Obstacle? {
    for order in SubjectScene.roots {
      let first = try runner(scene, isPatient: false).run([order])[0]
      if let stray = first.stray { return .stray(stray) }
      guard SubjectScene.fault(in: first.run) != nil else { continue }
      let patient = try patientRun(scene, order)
      if SubjectScene.fault(in: patient.run) == nil { return .clock }
    }
    return nil
  }

  private enum Obstacle {
    case stray(Stray)
    case clock

    var isRestless: Bool { if case .stray(.restless) = self { true } else { false } }

    var words: String {
      switch self {
      case .stray(let stray): "\(stray)"
      case .clock: "it waits by a clock, whose time nobody can choose; its orders say nothing"
      }
    }
  }

  private func patientRun(_ scene: SubjectScene, _ order: Order) throws -> OrderedRun {
    try runner(scene, isPatient: true).run([order])[0]
  }

  private func runner(_ scene: SubjectScene, isPatient: Bool) -> OrderRunner {
    // It may have to wait for rest several times.
    let patience = isPatient ? TrialBench.patience * 6 : .zero
    return OrderRunner(program: scene.name, deadline: deadline + patience) { [host] orders in
      host(SceneOrder(scene: scene.name, orders: orders, isPatient: isPatient))
    }
  }
}

/// The result of exploring one scene.
package struct SceneFinding: Sendable {
  /// The scene's name.
  package let scene: String
  /// A description of the scene, in a short sentence.
  package let summary: String
  /// How it was started, in a few words.
  package let manner: String
  /// The number of orders that were run.
  package internal(set) var orders = 0
  /// The number of orders with a fault.
  package internal(set) var faulty = 0
  /// Which orders these are, such as `all with up to 2 deviations`.
  package private(set) var extent = ""
  /// The fault in the shortest of those.
  package internal(set) var fault: Fault?
  /// Whether a thread never stops.
  var isRestless = false
  /// Why it was not explored completely, or `nil` if it was.
  package internal(set) var remark: String?

  /// A line with the result, such as `by hand: 41 orders, and there are no others; …`.
  package var line: String {
    let count = orders == 1 ? "1 order" : "\(orders) orders"
    let all = "\(manner): \(count)" + (extent.isEmpty ? "" : ", \(extent)")
    if let remark { return "\(orders == 0 ? manner : all): \(remark)" }
    return all + "; it comes to its end, once, in "
      + (faulty == 0 ? "all of them" : "\(orders - faulty) of them")
  }

  /// An order in which the operation does not finish.
  package struct Fault: Sendable {
    /// The fault.
    package let reason: Ruling.Reason
    /// The order that repeats it.
    package let order: Order
    /// The steps of the run.
    package let run: Run
  }

  init(_ scene: SubjectScene, remark: String? = nil) {
    self.remark = remark
    self.scene = scene.name
    summary = scene.summary
    manner = scene.manner
  }

  fileprivate mutating func take(_ report: ExplorationReport) {
    orders = report.orders
    faulty = report.claims[SubjectScene.verdict]?.counts[.refuted] ?? 0
    if report.isEverything {
      extent = "and there are no others"
    } else if report.deviations >= 0 {
      let count = report.deviations == 1 ? "1 deviation" : "\(report.deviations) deviations"
      extent = "among them all with up to \(count)"
    }
    // A branch that could not be followed may have more orders.
    if report.strays > 0 { extent = "and \(report.strays) more that went another way" }
  }
}
