/// Looks at every operation of a snapshot and finds what keeps it from running or from ending.
struct Examination {
  let facts: Facts
  /// For each operation that is part of a circle of dependencies: that circle, and its place in it.
  let cycles: [String: (members: [String], place: Int)]
  /// Ready operations of each queue that wait for a slot, by falling priority.
  let contenders: [String: [Snapshot.Operation]]

  init(_ facts: Facts) {
    self.facts = facts
    cycles = DependencyCycles(facts).byMember
    contenders = Dictionary(
      grouping: facts.snapshot.operations.filter { operation in
        operation.queue != nil && operation.state.contains(.ready)
          && !operation.state.contains(.finished) && !facts.hasStarted(operation)
      }, by: { $0.queue ?? "" }
    ).mapValues { operations in
      operations.sorted {
        ($1.priority, $0.name) < ($0.priority, $1.name)
      }
    }
  }

  func findings() -> [Diagnosis.Finding] {
    var findings = facts.operations.values.compactMap(examine)
    if facts.snapshot.isProgramBlocked {
      findings.append(program())
    }
    let blockers = SelfBlocking(findings, facts).subjects
    for index in findings.indices where blockers.contains(findings[index].subject) {
      findings[index].cause = .blocksItself
    }
    return findings
  }

  private func examine(_ operation: Snapshot.Operation) -> Diagnosis.Finding? {
    guard facts.isPending(operation.name) else { return nil }
    var finding: Diagnosis.Finding
    if operation.state.contains(.finished) {
      finding = Diagnosis.Finding(operation.name, .finishNotAnnounced)
      finding.since = facts.histories[operation.name]?.finished
    } else if facts.hasStarted(operation) {
      finding = started(operation)
    } else if operation.state.contains(.cancelled) {
      finding = Diagnosis.Finding(operation.name, .cancelledNotFinished)
      finding.since = facts.histories[operation.name]?.cancelled
      addObstacle(operation, to: &finding)
    } else {
      finding = waiting(operation)
    }
    let history = facts.histories[operation.name]
    finding.queue = operation.queue
    finding.width = operation.queue.flatMap { facts.queues[$0]?.width }
    finding.wasAdded = history?.enqueued != nil
    finding.started = history?.start
    finding.presence = facts.hasStarted(operation) ? history?.presence ?? .unknown : nil
    finding.lastSeen = lastSeen(history, finding.presence)
    finding.isFinal = facts.isFinal
    return finding
  }

  private func lastSeen(_ history: History?, _ presence: Diagnosis.Presence?) -> Event? {
    guard let own = history?.last else { return nil }
    guard presence == .insideStart || presence == .insideBody,
      let thread = (history?.began ?? history?.started)?.thread,
      let other = facts.lastOfThread[thread], other.seq > own.seq
    else { return own }
    return other
  }
}
