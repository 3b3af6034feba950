/// What each operation waits for, as the paths of a drawing.
struct WaitGraph {
  private(set) var paths: [WaitPath] = []

  private let bySubject: [String: Diagnosis.Finding]
  /// The names that have been drawn with what they wait for. No name is drawn twice, so the effort
  /// stays linear.
  private var told: Set<String> = []

  init(_ findings: [Diagnosis.Finding]) {
    bySubject = Dictionary(findings.map { ($0.subject, $0) }, uniquingKeysWith: { one, _ in one })
    let wording = Wording(findings)
    let groups = Grouping(findings, wording).groups
    let targets = Set(findings.flatMap(\.waitsFor))

    // Circles come first, since other paths may lead into them. Then come the operations that no
    // other waits for. Those that wait for none come last: by then most are the end of some path.
    for group in groups where group[0].cause == .cycle { draw(circleOf: group) }
    for group in groups where group[0].cause == .blocksItself { draw(group) }
    for group in groups where group.allSatisfy({ !targets.contains($0.subject) }) { draw(group) }
    for group in groups where !group[0].waitsFor.isEmpty { draw(group) }
    for group in groups { draw(group) }
  }

  private mutating func draw(circleOf group: [Diagnosis.Finding]) {
    told.formUnion(group.map(\.subject))
    let shown = group[0].waitsFor
    let missing = group[0].waitsForCount - shown.count
    // One name that stands for those the finding does not list.
    paths.append(
      WaitPath(
        stations: shown.prefix(missing > 0 ? 5 : shown.count).map { .operations([$0]) }
          + (missing > 0 ? [.more(missing + shown.count - 5)] : []),
        isCircle: true))
  }

  private mutating func draw(_ group: [Diagnosis.Finding]) {
    let group = group.filter { !told.contains($0.subject) }
    guard var finding = group.first else { return }
    told.formUnion(group.map(\.subject))
    var path = WaitPath(stations: [.operations(group.map(\.subject))])
    var isMixed = group.contains { $0.waitsFor != finding.waitsFor }
    while true {
      let step = isMixed ? Step(chainFrom: finding, bySubject) : Step(from: finding)
      isMixed = false
      path.stations += step.stations
      path.ending = step.ending
      guard step.targets.count == 1, let target = step.targets.first else {
        tellTogether(step.targets, &path)
        break
      }
      if group.count == 1, target == group[0].subject {
        path.stations.removeLast()
        path.isCircle = true
        break
      }
      guard let next = bySubject[target] else { break }
      guard told.insert(target).inserted else {
        path.ending = Step(from: next).onlyEnding ?? ""
        break
      }
      finding = next
    }
    paths.append(path)
  }

  /// Ends a path at several operations, if one reason holds for all of them.
  private mutating func tellTogether(_ targets: [String], _ path: inout WaitPath) {
    let endings = Set(targets.map { bySubject[$0].map { Step(from: $0) }?.onlyEnding })
    guard endings.count == 1, case .some(.some(let ending)) = endings.first else { return }
    path.ending = ending
    told.formUnion(targets)
  }
}

/// From one operation to those it waits for.
private struct Step {
  /// The stations of the path, the operations as one.
  var stations: [WaitPath.Station] = []
  var targets: [String] = []
  /// Why it is not over, when it waits for no operation.
  var ending = ""

  /// The ending of an operation that waits for none.
  var onlyEnding: String? { targets.isEmpty && stations.isEmpty ? ending : nil }

  init(from finding: Diagnosis.Finding) {
    switch finding.cause {
    case .dependency, .cycle:
      leads(to: finding)
    case .noFreeSlot, .outranked:
      leads(to: finding, by: .slot(of: finding.queue ?? ""))
    case .mainThreadBlocked:
      leads(to: finding, by: .mainThread)
    case .cancelledNotFinished where finding.waitsForCount > 0:
      leads(to: finding, by: .slot(of: finding.queue ?? ""))
    case .blocked, .blocksItself:
      if let queue = finding.waitsForQueue {
        leads(to: finding, by: .emptiness(of: queue))
        if finding.queue == queue {
          // It is one of those that the queue still holds, and alone decides the matter.
          stations = Array(stations.prefix(1)) + [.operations([finding.subject])]
          targets = [finding.subject]
        }
      } else if finding.waitsForCount > 0 {
        leads(to: finding)
      } else {
        ending = "has not come back"
      }
    default:
      ending = Self.ending(of: finding)
    }
  }

  /// For operations that wait for one another in a long chain, and in the end for one.
  init(chainFrom finding: Diagnosis.Finding, _ bySubject: [String: Diagnosis.Finding]) {
    self.init(from: finding)
    var name = finding.subject
    var passed: Set<String> = []
    while let next = bySubject[name], next.cause == .dependency, passed.insert(name).inserted,
      let target = next.waitsFor.first
    {
      name = target
    }
    stations = [.operations([name])]
    targets = [name]
  }

  private mutating func leads(to finding: Diagnosis.Finding, by way: WaitPath.Station? = nil) {
    targets = finding.waitsFor
    stations = way.map { [$0] } ?? []
    if finding.waitsForCount > 0 {
      stations.append(.operations(finding.waitsFor, count: finding.waitsForCount))
    }
  }

  private static func ending(of finding: Diagnosis.Finding) -> String {
    let never = finding.isFinal ? "never" : "not yet"
    return switch finding.cause {
    case .silent: "started, \(never) finished"
    case .finishNotAnnounced: "finished, no notification"
    case .cancelledNotFinished: "cancelled, \(never) finished"
    case .suspended: "\(finding.queueName) is suspended"
    case .notReady: "isReady is false"
    case .mainThreadBlocked: "waits for the main thread"
    case .readinessNotAnnounced:
      finding.since?.kind == .announced ? "ready, notification missed" : "ready, no notification"
    case .notExecuting: "ready, not executing"
    case .neverStarted:
      finding.clue == nil ? "in no queue, \(never) started" : "in none of the given queues"
    case .lastSeen: finding.lastSeen.map { "last seen on \($0.thread)" } ?? "nothing is known"
    default: ""
    }
  }
}
