// Sentences about operations that were never started.
extension Wording {
  func dependency(_ group: [Diagnosis.Finding], _ who: Who) -> String {
    let finding = group[0]
    if let root = roots[finding.subject]?.name,
      group.contains(where: { $0.waitsFor != finding.waitsFor })
    {
      return "\(who.text) wait, directly or through one another, for \(root), \(clause(root))"
    }
    let names = Names(finding.waitsFor, count: finding.waitsForCount, isSorted: true)
    let its = who.form("its", "their")
    let wait = "\(who.text) \(who.form("waits", "wait")) for \(its)"
    guard let first = finding.waitsFor.first else { return wait }
    if finding.waitsForCount > 1 {
      return "\(wait) dependencies \(names.words()); \(chain(from: first, comma: false))"
    }
    return "\(wait) dependency \(first)\(place(first, besides: finding.queue))"
      + ", \(chain(from: first, comma: true))"
  }

  /// Why a dependency waits in turn, down to where the chain ends.
  ///
  /// - Parameter comma: whether it goes on as a clause, or is a sentence of its own.
  private func chain(from first: String, comma: Bool) -> String {
    guard let root = roots[first] else {
      return comma ? clause(first) : "\(first) is one \(clause(first))"
    }
    let through = root.between > 0 ? " (through \(root.between) more)" : ""
    let waits = comma ? "which waits" : "\(first) waits"
    return "\(waits)\(through) for \(root.name), \(clause(root.name))"
  }

  func noFreeSlot(_ finding: Diagnosis.Finding, _ who: Who, _ naming: Bool) -> String {
    let ready = "\(who.text) \(who.form("is", "are")) ready, but"
    if finding.width == 0 {
      return "\(ready) the width of \(finding.queueName) is 0, so it starts nothing"
    }
    let slots = "\(ready) \(finding.queueName) has no free slot: \(holds(finding, naming: naming))"
    guard finding.cause == .outranked else { return slots }
    let better = Names(finding.outrankedBy)
    let goes = better.count == 1 ? "goes" : "go"
    return "\(slots); and \(better.words()) \(goes) first, for higher priority"
  }

  /// Who holds the slots of a queue.
  func holds(_ finding: Diagnosis.Finding, naming: Bool) -> String {
    let names = Names(finding.waitsFor, count: finding.waitsForCount)
    var who = names.words()
    if naming, names.count <= 2 {
      who = names.known.map(holder).joined(separator: " and ")
    }
    let width = finding.width ?? 0
    if width < 0 {
      return "the system decides its width, and \(who) keep\(names.count == 1 ? "s" : "") the "
        + "threads that it has"
    }
    return switch names.count {
    case 1: "its width is \(width), and \(who) holds the slot until it reports isFinished"
    case 2: "its width is \(width), and \(who) hold both slots until they report isFinished"
    default: "its width is \(width), and \(who) hold all slots until they report isFinished"
    }
  }

  func suspended(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let since = finding.since.map { " since \($0.when)" } ?? ""
    return
      "\(who.text) \(who.form("is", "are")) ready, but \(finding.queueName) is suspended\(since)"
      + ", and starts nothing until isSuspended is false again"
  }

  func notReady(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let barrier =
      finding.besides.contains(.barrier)
      ? "a barrier block, put into \(finding.queueName) earlier, still waits; or " : ""
    let either = barrier.isEmpty ? "either " : ""
    return "\(who.text) \(finding.isFinal ? "never became" : who.form("is not", "are not")) ready, "
      + "although no dependency is unfinished: \(either)\(barrier)\(who.form("its", "their")) own "
      + "isReady says no; or a dependency was removed by removeDependency(_:), after which an "
      + "operation never becomes ready on Linux"
  }

  func readinessNotAnnounced(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let it = who.form("it", "them")
    return
      "\(who.text) \(who.form("is", "are")) ready and \(finding.queueName) has a free slot, yet "
      + "it \(finding.never) started \(it): isReady became true without willChangeValue and "
      + "didChangeValue, so the queue was never told"
  }

  func cycle(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard finding.waitsForCount > 1 else {
      return "\(who.text) depends on itself, so it never becomes ready"
    }
    let shown = finding.waitsFor.prefix(6)
    let missing = finding.waitsForCount - shown.count
    let path =
      Array(shown) + (missing > 0 ? ["… (\(missing) more)"] : []) + finding.waitsFor.prefix(1)
    let wait =
      who.isOne ? "\(who.text) waits, in the end, for itself" : "\(who.text) wait for one another"
    return "\(wait): \(path.joined(separator: " → ")), a circle of dependencies in which nobody "
      + "can begin"
  }

  func neverStarted(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    "\(who.text) \(who.form("is", "are")) in no queue, and nobody called "
      + "\(who.form("its", "their")) start()"
  }

  func lastSeen(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard let last = finding.lastSeen else { return "of \(who.text) nothing is known" }
    return "\(who.opening) was last seen on \(last.thread) at \(last.when): "
      + "\(last.deed(finding.subject)); the process was gone before it could be asked for more"
  }
}
