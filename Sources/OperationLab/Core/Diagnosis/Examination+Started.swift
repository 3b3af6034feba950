// What keeps a started operation from ending.
extension Examination {
  func started(_ operation: Snapshot.Operation) -> Diagnosis.Finding {
    let name = operation.name
    let history = facts.histories[name]
    if let blocked = blockedCall(of: name) {
      return blocked
    }
    if operation.state.contains(.cancelled) {
      var finding = Diagnosis.Finding(name, .cancelledNotFinished)
      finding.since = history?.cancelled
      return finding
    }
    var finding = Diagnosis.Finding(name, .silent)
    finding.since = history?.start
    if history?.presence == .left, history?.returned == nil { finding.since = history?.began }
    return finding
  }

  /// What a subject waits for in a blocking call it has not come back from.
  private func blockedCall(of name: String) -> Diagnosis.Finding? {
    guard let call = facts.histories[name]?.blockingCall,
      let target = call.wait
    else { return nil }
    var finding = Diagnosis.Finding(name, .blocked)
    finding.since = call
    switch target {
    case .operation(let other):
      finding.waits(for: [other])
    case .operations(let others):
      finding.waits(for: others)
    case .queue(let queue):
      finding.waitsForQueue = queue
      finding.waits(
        for: (facts.queues[queue]?.operations ?? []).filter { $0 != name }
          .sortedNaturally())
    case .gate, .signal, .other:
      return nil
    }
    return finding
  }

  func program() -> Diagnosis.Finding {
    let name = Diagnosis.Finding.program
    var finding = blockedCall(of: name) ?? insideStart() ?? Diagnosis.Finding(name, .blocked)
    finding.lastSeen = facts.lastOfThread["main"]
    finding.isFinal = facts.isFinal
    return finding
  }

  /// The operation that the program started itself, on its own thread, and is still inside of; the
  /// outermost if there are several.
  private func insideStart() -> Diagnosis.Finding? {
    let inside = facts.operations.values.compactMap { operation -> Event? in
      guard !operation.state.contains(.finished), let history = facts.histories[operation.name],
        history.presence == .insideStart || history.presence == .insideBody
      else { return nil }
      return history.start
    }
    guard let call = inside.filter({ $0.thread == "main" }).min(by: { $0.seq < $1.seq })
    else { return nil }
    var finding = Diagnosis.Finding(Diagnosis.Finding.program, .blocked)
    finding.since = call
    finding.waits(for: [call.subject])
    return finding
  }
}
