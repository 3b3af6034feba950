// Sentences about threads that wait in a blocking call.
extension Wording {
  func blocked(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard let since = finding.since else {
      let last = finding.lastSeen.map { "; last seen at \($0.when): \($0.deed(finding.subject))" }
      return "\(who.opening) has not come back\(last ?? "")"
    }
    if since.kind != .waiting {
      return "\(who.opening) has not come back from \(since.subject), which it started on "
        + "\(since.thread) at \(since.when)"
    }
    let opening = "\(who.opening) waits, on \(since.thread) since \(since.when),"
    let end = finding.cause == .blocksItself ? ", and that needs \(who.text) to end first" : ""
    if let queue = finding.waitsForQueue {
      return blocked(finding, "\(opening) for '\(queue)' to be empty", queue, end)
    }
    let other = finding.waitsFor.first ?? ""
    if other == finding.subject { return "\(opening) for its own end, which waiting prevents" }
    return "\(opening) for \(other), \(clause(other))\(end)"
  }

  private func blocked(
    _ finding: Diagnosis.Finding, _ wait: String, _ queue: String, _ end: String
  ) -> String {
    if finding.cause == .blocksItself, finding.queue == queue {
      return "\(wait), but is in '\(queue)' itself: each waits for the other for ever"
    }
    let held = Names(finding.waitsFor, count: finding.waitsForCount)
    guard let first = held.known.first else { return wait }
    let clause = held.count == 1 ? ", \(clause(first))" : ""
    return "\(wait), which still holds \(held.words())\(clause)\(end)"
  }
}
