// Sentences about operations that were started and never ended.
extension Wording {
  func silent(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let since = finding.since.map { " since \($0.when)" } ?? ""
    let first = finding.since.map { ", the first since \($0.when)" } ?? ""
    let reported =
      who.isOne
      ? "\(who.text) \(finding.never) reported isFinished" : "none of them has reported isFinished"
    let opening =
      switch (finding.queue == nil, who.isOne) {
      case (false, true): "\(who.text) holds a slot of \(finding.queueName)\(since)"
      case (false, false): "\(who.text) hold slots of \(finding.queueName)\(first)"
      case (true, true): "\(who.text) has been under way\(since)"
      case (true, false): "\(who.text) have been under way\(first)"
      }
    let thread = finding.since.map { " on \($0.thread)" } ?? ""
    let on = who.isOne ? thread : ""
    switch finding.presence ?? .unknown {
    case .left:
      // A body that ends inside Foundation's own start() makes its operation finished: so start()
      // was not called, or replaced by one that forgets.
      let call = finding.since?.kind == .began ? "its body ran" : "start() was called"
      let end = finding.since?.kind == .began ? "ended" : "returned"
      return "\(opening): \(call)\(on) and \(end), but \(reported)"
    case .insideStart:
      return "\(opening): start() was called\(on) and has not returned\(doing(finding, who)), so "
        + reported
    case .insideBody:
      let bodies = who.form("its body began", "their bodies began")
      let have = who.form("has", "have")
      return
        "\(opening): \(bodies)\(on) and \(have) not ended\(doing(finding, who)), so \(reported)"
    case .unknown:
      return "\(opening): \(who.form("it says", "they say")) isExecuting, but \(reported)"
    }
  }

  /// What the thread inside did last, if that tells more than that it went in.
  private func doing(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard who.isOne, let last = finding.lastSeen, last != finding.since, last.kind != .began
    else { return "" }
    return " (last seen on \(last.thread): \(last.deed(finding.subject)))"
  }

  func finishNotAnnounced(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    if finding.presence == nil, !who.text.isEmpty, finding.since != nil {
      return "\(who.text) \(who.form("says", "say")) isFinished, but \(finding.queueName) still "
        + "holds \(who.form("it", "them")): isFinished became true before the queue had started "
        + "\(who.form("it", "them")), or without being announced"
    }
    return "\(who.text) \(who.form("is", "are")) finished, but \(finding.queueName) still holds "
      + "\(who.form("it and its slot", "them and their slots")): isFinished became true without "
      + "willChangeValue and didChangeValue, so the queue was never told"
  }

  func cancelled(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let at = who.isOne ? finding.since.map { " at \($0.when)" } ?? "" : ""
    let was = "\(who.text) \(who.form("was", "were")) cancelled\(at)"
    if finding.presence != nil {
      let slot =
        finding.queue == nil
        ? ""
        : ", so \(who.form("it still holds a slot", "they still hold slots")) of "
          + finding.queueName
      return "\(was) after \(who.form("it", "they")) had started, and \(finding.never) reported "
        + "isFinished\(slot): cancel() only sets a flag, and the operation itself has to stop"
    }
    guard finding.queue != nil else {
      return "\(was), and nobody started \(who.form("it", "them")): outside a queue cancel() "
        + "finishes nothing, only start() then would"
    }
    let reason =
      switch finding.besides.first {
      case .suspended: "\(finding.queueName) is suspended"
      case .noFreeSlot, .outranked:
        "\(finding.queueName) has no free slot: \(holds(finding, naming: false))"
      default: "\(finding.queueName) did not: it was not told that \(who.text) became ready"
      }
    return "\(was) but \(who.form("is", "are")) not finished: a queue lets go of a cancelled "
      + "operation only by starting it, and \(reason)"
  }

  func blocked(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard let since = finding.since else {
      let last = finding.lastSeen.map { "; last seen at \($0.when): \($0.deed(finding.subject))" }
      return "\(who.opening) has not come back\(last ?? "")"
    }
    let opening = "\(who.opening) waits, on \(since.thread) since \(since.when),"
    if let queue = finding.waitsForQueue {
      let wait = "\(opening) for '\(queue)' to be empty"
      if finding.cause == .blocksItself, finding.queue == queue {
        return "\(wait), but is in '\(queue)' itself: each waits for the other for ever"
      }
      let held = Names(finding.waitsFor, count: finding.waitsForCount)
      guard let first = held.known.first else { return wait }
      let clause = finding.waitsForCount == 1 ? ", \(clause(first))" : ""
      let end = finding.cause == .blocksItself ? ", and that needs \(who.text) to end first" : ""
      return "\(wait), which still holds \(held.words())\(clause)\(end)"
    }
    let other = finding.waitsFor.first ?? ""
    if other == finding.subject { return "\(opening) for its own end, which waiting prevents" }
    let end = finding.cause == .blocksItself ? ", and that needs \(who.text) to end first" : ""
    return "\(opening) for \(other), \(clause(other))\(end)"
  }
}
