/// Puts findings that say the same together.
struct Grouping {
  /// None is empty.
  let groups: [[Diagnosis.Finding]]

  /// How many groups may wait for different dependencies that have the same root before they become
  /// one group.
  private static let manyChains = 6

  init(_ findings: [Diagnosis.Finding], _ wording: Wording) {
    let roots = wording.roots
    var chains: [String: [String]] = [:]
    for finding in findings where finding.cause == .dependency {
      guard let root = roots[finding.subject]?.name else { continue }
      let way = finding.waitsFor.joined(separator: "\0")
      let ways = chains[root] ?? []
      if ways.count <= Self.manyChains, !ways.contains(way) { chains[root] = ways + [way] }
    }
    var places: [Diagnosis.Finding: Int] = [:]
    var groups: [[Diagnosis.Finding]] = []
    for finding in findings {
      var key = finding.reason
      if finding.cause == .dependency, let root = roots[finding.subject]?.name,
        let ways = chains[root], ways.count > Self.manyChains
      {
        key.waitsFor = [root]
      }
      if let place = places[key] {
        groups[place].append(finding)
      } else {
        places[key] = groups.count
        groups.append([finding])
      }
    }
    groups = groups.flatMap { Self.isTooSmall($0) ? $0.map { [$0] } : [$0] }
    self.groups = (0...2).flatMap { rank in groups.filter { $0[0].rank == rank } }
  }

  /// Two operations that hold slots are worth a sentence each, with time and thread.
  private static func isTooSmall(_ group: [Diagnosis.Finding]) -> Bool {
    group.count == 2 && [.silent, .cancelledNotFinished].contains(group[0].cause)
  }
}

extension Diagnosis.Finding {
  /// What its sentence depends on. Findings for the same reason share a sentence.
  fileprivate var reason: Diagnosis.Finding {
    var reason = Diagnosis.Finding("", cause)
    // Members of a circle each begin with themselves.
    reason.waitsFor = circle.map { [$0] } ?? waitsFor
    reason.outrankedBy = outrankedBy
    reason.presence = presence
    // A circle may lead through several queues.
    if cause != .cycle { (reason.queue, reason.besides, reason.clue) = (queue, besides, clue) }
    // Each has its own number of those that went first.
    if case .overtaken = clue { reason.clue = .overtaken(by: 0, during: .zero) }
    if [.blocked, .blocksItself, .lastSeen].contains(cause) { reason.subject = subject }
    return reason
  }

  /// From 0 to 2: causes before consequences.
  fileprivate var rank: Int {
    if subject == Self.program { return 0 }
    switch cause {
    case .blocksItself, .blocked, .silent, .finishNotAnnounced: return 1
    case .cancelledNotFinished: return presence == nil ? 2 : 1
    default: return 2
    }
  }
}
