// What keeps an operation from being started.
extension Examination {
  func waiting(_ operation: Snapshot.Operation) -> Diagnosis.Finding {
    var finding = Diagnosis.Finding(operation.name, .neverStarted)
    let dependencies = facts.pendingDependencies(of: operation)
    if let (members, place) = cycles[operation.name] {
      finding.cause = .cycle
      finding.waits(for: members.rotated(to: place, limit: Diagnosis.Finding.nameLimit))
      finding.waitsForCount = members.count
      // A circle is listed beginning with its first member by name.
      finding.circle = members.first
    } else if operation.queue != nil, !dependencies.isEmpty {
      finding.cause = .dependency
      finding.waits(for: dependencies)
    } else if operation.queue != nil, !operation.state.contains(.ready) {
      finding.cause = .notReady
      if isBehindBarrier(operation) { finding.besides = [.barrier] }
    } else {
      addObstacle(operation, to: &finding)
      if finding.besides.isEmpty {
        // A queue that the bench does not know may hold it.
        finding.since = facts.histories[operation.name]?.enqueued
      } else {
        finding.cause = finding.besides.removeFirst()
      }
      return finding
    }
    if let queue = operation.queue.flatMap({ facts.queues[$0] }), queue.isSuspended {
      finding.besides.append(.suspended)
    }
    return finding
  }

  /// Whether a barrier block was put into its queue before it, as far as the trace tells.
  private func isBehindBarrier(_ operation: Snapshot.Operation) -> Bool {
    guard let barrier = operation.queue.flatMap({ facts.histories[$0]?.barrier }),
      let enqueued = facts.histories[operation.name]?.enqueued
    else { return false }
    return barrier.seq < enqueued.seq
  }

  /// What keeps an operation's queue from starting it although it is ready.
  func addObstacle(_ operation: Snapshot.Operation, to finding: inout Diagnosis.Finding) {
    guard let queue = operation.queue.flatMap({ facts.queues[$0] }) else { return }
    if queue.isSuspended {
      finding.since = finding.since ?? facts.histories[queue.name]?.suspended
      finding.besides = [.suspended]
    } else if facts.isFull(queue) {
      let holders = facts.holders[queue.name] ?? []
      finding.waits(for: holders)
      let better = (contenders[queue.name] ?? []).prefix(Diagnosis.Finding.nameLimit)
        .prefix { $0.priority > operation.priority }
      finding.outrankedBy = better.map(\.name)
      finding.besides = [better.isEmpty ? .noFreeSlot : .outranked]
    } else if queue.name == Snapshot.Queue.main, facts.snapshot.isProgramBlocked {
      finding.waits(for: [Diagnosis.Finding.program])
      finding.besides = [.mainThreadBlocked]
    } else {
      finding.besides = [.readinessNotAnnounced]
      finding.since = finding.since ?? facts.histories[operation.name]?.announcedReady
      if isBehindBarrier(operation) { finding.besides.append(.barrier) }
    }
  }
}
