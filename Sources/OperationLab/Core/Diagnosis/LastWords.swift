/// What is known of a run whose process ended before it took a snapshot: the last event of each
/// operation that had not finished.
struct LastWords {
  private let trace: Trace

  init(_ trace: Trace) {
    self.trace = trace
  }

  func findings() -> [Diagnosis.Finding] {
    let histories = History.all(in: trace)
    var findings = histories.compactMap { name, history -> Diagnosis.Finding? in
      guard history.isOfOperation, !history.isOver, let last = history.last else { return nil }
      var finding = Diagnosis.Finding(name, .lastSeen)
      finding.lastSeen = last
      finding.since = history.start
      finding.presence = history.hasStarted ? history.presence : nil
      finding.queue = history.queue
      finding.isFinal = false
      return finding
    }
    if let last = trace.lastEvents(by: \.thread)["main"] {
      var finding = Diagnosis.Finding(Diagnosis.Finding.program, .lastSeen)
      finding.lastSeen = last
      finding.isFinal = false
      findings.append(finding)
    }
    return findings
  }
}

extension History {
  /// Gates and queues have a history, too.
  fileprivate var isOfOperation: Bool { enqueued != nil || hasStarted || finished != nil }

  /// An operation that reported its end, or whose body and `start()` are both over: those of
  /// Foundation's own operations that need not report.
  fileprivate var isOver: Bool {
    finished != nil || wasLeft || (ended != nil && returned != nil)
  }

  /// The queue it was put into.
  fileprivate var queue: String? { enqueued?.enqueueing?.queue }
}
