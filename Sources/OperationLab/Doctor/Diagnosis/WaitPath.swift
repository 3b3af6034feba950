/// One path of who waits for whom: from the operations that wait to what is waited for in the end.
package struct WaitPath: Equatable, Sendable {
  /// Each waits for the next.
  package internal(set) var stations: [Station]
  /// Whether the last waits for the first.
  package internal(set) var isCircle = false
  /// Why the last one does not go on, or an empty string.
  package internal(set) var ending: Phrase = ""

  /// Where a path passes through.
  package enum Station: Equatable, Sendable {
    /// Operations that wait, or are waited for, together. `count` includes those without a name here.
    case operations([String], count: Int)
    /// A slot of that queue.
    case slot(of: String)
    /// That queue, which should become empty.
    case emptiness(of: String)
    /// The main thread.
    case mainThread
    /// As many stations that are not listed.
    case more(Int)

    static func operations(_ names: [String]) -> Station {
      .operations(names, count: names.count)
    }

    /// A few words, such as `op3 … op10 (8)` or `a slot of 'downloads'`.
    package var words: Phrase {
      switch self {
      case .operations(let names, let count): Names(names, count: count).phrase
      case .slot(let queue): "a slot of '\(queue)'"
      case .emptiness(let queue): "'\(queue)' to be empty"
      case .mainThread: "the main thread"
      case .more(let count): "… (\(count) more)"
      }
    }

    /// Whether it stands for operations, not for what they need.
    package var isOperations: Bool {
      switch self {
      case .operations, .more: true
      case .slot, .emptiness, .mainThread: false
      }
    }
  }

  private static let longest = 8

  /// The stations, those in the middle left out if there are too many.
  package var shortened: [Station] {
    guard stations.count > Self.longest else { return stations }
    let left = stations.count - 5
    return Array(stations.prefix(3)) + [.more(left)] + stations.suffix(2)
  }
}

extension Diagnosis {
  /// Who waits for whom, path by path: what every drawing is made from.
  package var paths: [WaitPath] {
    let wording = Wording(findings)
    let groups = Grouping(findings, wording).groups
    let targets = Set(findings.flatMap(\.waitsFor))
    var drawing = PathDrawing(wording: wording)
    // Circles come first, since other paths may lead into them. Then come the operations that no
    // other waits for. Those that wait for none come last: by then most are the end of some path.
    for group in groups where group[0].cause == .cycle { drawing.draw(circleOf: group) }
    for group in groups where group[0].cause == .blocksItself { drawing.draw(group) }
    for group in groups where group.allSatisfy({ !targets.contains($0.subject) }) {
      drawing.draw(group)
    }
    for group in groups where !group[0].waitsFor.isEmpty { drawing.draw(group) }
    for group in groups { drawing.draw(group) }
    return drawing.paths
  }
}

/// The paths that have been drawn so far.
private struct PathDrawing {
  private(set) var paths: [WaitPath] = []

  let wording: Wording
  /// The names that have been drawn with what they wait for. No name is drawn twice, so the effort
  /// stays linear.
  private var drawn: Set<String> = []

  init(wording: Wording) { self.wording = wording }

  mutating func draw(circleOf group: [Diagnosis.Finding]) {
    drawn.formUnion(group.map(\.subject))
    let shown = group[0].waitsFor
    let missing = group[0].waitsForCount - shown.count
    // One name that stands for those the finding does not list.
    paths.append(
      WaitPath(
        stations: shown.prefix(missing > 0 ? 5 : shown.count).map { .operations([$0]) }
          + (missing > 0 ? [.more(missing + shown.count - 5)] : []),
        isCircle: true))
  }

  mutating func draw(_ group: [Diagnosis.Finding]) {
    let group = group.filter { !drawn.contains($0.subject) }
    guard var finding = group.first else { return }
    drawn.formUnion(group.map(\.subject))
    var path = WaitPath(stations: [.operations(group.map(\.subject))])
    var step = finding.step
    // Operations that wait for one another in a long chain, and in the end for one.
    if group.contains(where: { $0.waitsFor != finding.waitsFor }) {
      let end = wording.roots[finding.subject]?.name ?? finding.subject
      (step.stations, step.targets) = ([.operations([end])], [end])
    }
    while true {
      path.stations += step.stations
      path.ending = step.ending
      guard step.targets.count == 1, let target = step.targets.first else {
        end(&path, at: step.targets)
        break
      }
      if group.count == 1, target == group[0].subject {
        path.stations.removeLast()
        path.isCircle = true
        break
      }
      guard let next = wording[target] else { break }
      guard drawn.insert(target).inserted else {
        path.ending = next.step.onlyEnding ?? ""
        break
      }
      finding = next
      step = finding.step
    }
    paths.append(path)
  }

  /// Ends a path at several operations, if one reason holds for all of them.
  private mutating func end(_ path: inout WaitPath, at targets: [String]) {
    let endings = targets.map { wording[$0]?.step.onlyEnding }
    guard let ending = endings.first ?? nil, endings.allSatisfy({ $0 == ending }) else { return }
    path.ending = ending
    drawn.formUnion(targets)
  }
}

extension Diagnosis.Finding {
  /// What it waits for that is no operation.
  var need: WaitPath.Station? {
    switch cause {
    case .noFreeSlot where width == 0: nil
    case .noFreeSlot, .outranked: .slot(of: queue ?? "")
    case .cancelledNotFinished where waitsForCount > 0: .slot(of: queue ?? "")
    case .mainThreadBlocked: .mainThread
    case .blocked, .blocksItself: waitsForQueue.map { .emptiness(of: $0) }
    default: nil
    }
  }

  /// From one operation to those it waits for.
  fileprivate struct Step {
    /// The stations of the path, the operations as one.
    var stations: [WaitPath.Station] = []
    var targets: [String] = []
    /// Why it is not finished, when it waits for no operation.
    var ending: Phrase = ""

    /// The ending of an operation that waits for none.
    var onlyEnding: Phrase? { targets.isEmpty && stations.isEmpty ? ending : nil }
  }

  fileprivate var step: Step {
    let need = need.map { [$0] } ?? []
    if !need.isEmpty, waitsForQueue != nil, waitsForQueue == queue {
      // It is one of those that the queue still holds, and alone decides the matter.
      return Step(stations: need + [.operations([subject])], targets: [subject])
    }
    guard waitsForCount > 0 else { return Step(stations: need, ending: need.isEmpty ? ending : "") }
    return Step(
      stations: need + [.operations(waitsFor, count: waitsForCount)], targets: waitsFor)
  }

  private var ending: Phrase {
    let never: Phrase = isFinal ? "never" : "not yet"
    return switch cause {
    case .blocked where clue == .noAnswer: "does not answer"
    case .blocked, .blocksItself: "has not come back"
    case .silent: "started, \(never) finished"
    case .finishNotAnnounced: "finished, no notification"
    case .cancelledNotFinished where besides.first == .suspended:
      "cancelled, and \(queueName) is suspended"
    case .cancelledNotFinished: "cancelled, \(never) finished"
    case .suspended: "\(queueName) is suspended"
    case .notReady: "isReady is false"
    case .readinessNotAnnounced:
      since != nil
        ? "ready, notification missed"
        : isFinal ? "ready, no notification" : "ready, not yet started"
    case .notExecuting: "ready, not executing"
    case .neverStarted where clue == .inNoReportingQueue: "added to no queue of this file"
    case .neverStarted:
      clue == nil ? "in no queue, \(never) started" : "in none of the given queues"
    case .lastSeen: lastSeen.map { "last seen on \($0.thread)" } ?? "nothing is known"
    // Only a width of 0 comes here: whatever else has no slot waits for one.
    case .noFreeSlot: "the width of \(queueName) is 0"
    case .cycle, .dependency, .outranked, .mainThreadBlocked, .barrier: ""
    }
  }
}
