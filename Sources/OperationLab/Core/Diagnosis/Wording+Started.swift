// Sentences about operations that were started and never ended.
extension Wording {
  func silent(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let opening = under(finding, who)
    let on = who.isOne ? finding.since.map { " on \($0.thread)" } ?? "" : ""
    let have = who.form("has", "have")
    let open = who.isOne ? "\(who.text) is not finished" : "none of them is finished"
    let reported =
      who.isOne
      ? "\(who.text) \(finding.never) reported isFinished" : "none of them has reported isFinished"
    switch finding.presence ?? .unknown {
    case .left where finding.since?.kind == .began:
      // Foundation's own start() would have reported the end of the body.
      let direct = "; calling main() directly, without start(), finishes nothing"
      let isDirect = finding.queue == nil && finding.started?.kind == .began
      return "\(opening): \(who.form("its body", "their bodies")) ran\(on) and ended, but "
        + reported + (isDirect ? direct : "")
    case .left:
      return "\(opening): start() was called\(on) and returned, but \(reported)"
    case .insideStart:
      return "\(opening): start() was called\(on) and has not returned\(doing(finding, who)), "
        + "so \(open)"
    case .startCalled:
      return "\(opening): start() was called\(on), but \(reported)"
    case .insideBody:
      return "\(opening): \(who.form("its body", "their bodies")) began\(on) and \(have) not "
        + "ended\(doing(finding, who)), so \(open)"
    case .unknown:
      return "\(opening): \(who.form("it says", "they say")) isExecuting, but \(reported)"
    }
  }

  /// That it holds a slot, or at least is under way, and since when.
  private func under(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let words = who.isOne ? " since" : ", the first since"
    let since = finding.since.map { "\(words) \($0.when)" } ?? ""
    guard finding.queue != nil else {
      return "\(who.text) \(who.form("has", "have")) been under way\(since)"
    }
    return "\(who.text) \(who.form("holds a slot", "hold slots")) of \(finding.queueName)\(since)"
  }

  /// What the thread inside did last, if that tells more than that it went in.
  private func doing(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard who.isOne, let last = finding.lastSeen, last != finding.since,
      last.kind != .began || last.subject != finding.subject
    else { return "" }
    return " (last seen on \(last.thread): \(last.deed(finding.subject)))"
  }

  func finishNotAnnounced(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    if finding.presence == nil, finding.since != nil {
      return "\(who.text) \(who.form("says", "say")) isFinished, but \(finding.queueName) still "
        + "holds \(who.form("it", "them")): isFinished became true before the queue had started "
        + "\(who.form("it", "them")), or without being announced"
    }
    return "\(who.text) \(who.form("is", "are")) finished, but \(finding.queueName) still holds "
      + "\(who.form("it and its slot", "them and their slots")): isFinished became true without "
      + "both willChangeValue before it and didChangeValue after it, so the queue was never told"
  }

  func cancelled(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let at = who.isOne ? finding.since.map { " at \($0.when)" } ?? "" : ""
    let was = "\(who.text) \(who.form("was", "were")) cancelled\(at)"
    guard finding.presence == nil else {
      let slots = who.form("it still holds a slot", "they still hold slots")
      let hold = finding.queue == nil ? "" : ", so \(slots) of \(finding.queueName)"
      return "\(was) and started, but \(finding.never) reported isFinished\(hold): cancel() only "
        + "sets a flag, and the operation itself has to stop and finish"
    }
    guard finding.queue != nil else {
      guard !finding.wasAdded else {
        return "\(was) and \(who.form("was", "were")) not started: a queue calls start() of a "
          + "cancelled operation, too, and which queue holds \(who.form("it", "them")) is not known"
      }
      return "\(was), and nobody started \(who.form("it", "them")): outside a queue cancel() "
        + "finishes nothing, only start() then would"
    }
    let reason =
      switch finding.besides.first {
      case .suspended: "\(finding.queueName) is suspended"
      case .noFreeSlot where finding.width == 0: "the width of \(finding.queueName) is 0"
      case .noFreeSlot, .outranked:
        "\(finding.queueName) has no free slot: \(holds(finding, naming: false))"
      default:
        "\(finding.queueName) \(finding.never) started \(who.form("it", "them"))"
          + (finding.isFinal ? ", though nothing known stands in the way" : "")
      }
    return "\(was) but \(who.form("is", "are")) not finished: a queue lets go of a cancelled "
      + "operation only by starting it, and \(reason)"
  }
}
