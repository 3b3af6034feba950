// Sentences about operations that were never started.
extension Wording {
  func dependency(_ group: [Diagnosis.Finding], _ who: Who) -> String {
    let finding = group[0]
    if let root = roots[finding.subject]?.name,
      group.contains(where: { $0.waitsFor != finding.waitsFor })
    {
      return "\(who.text) wait, directly or through one another, for \(root), \(clause(root))"
    }
    let wait = "\(who.text) \(who.form("waits", "wait")) for \(who.form("its", "their"))"
    guard let first = finding.waitsFor.first else { return wait }
    guard finding.waitsForCount == 1 else {
      let names = Names(finding.waitsFor, count: finding.waitsForCount, isSorted: true)
      return "\(wait) dependencies \(names.words()); \(chain(from: first, isClause: false))"
    }
    return "\(wait) dependency \(first)\(place(first, besides: finding.queue)), "
      + chain(from: first, isClause: true)
  }

  /// The operation with which the sentence about dependencies ends.
  func lastNamed(_ group: [Diagnosis.Finding]) -> String? {
    let finding = group[0]
    if let root = roots[finding.subject]?.name,
      group.contains(where: { $0.waitsFor != finding.waitsFor })
    {
      return root
    }
    return finding.waitsFor.first.map { roots[$0]?.name ?? $0 }
  }

  /// Why a dependency waits in turn, down to where the chain ends.
  private func chain(from first: String, isClause: Bool) -> String {
    guard let root = roots[first] else {
      return isClause ? clause(first) : "\(first) \(predicate(first))"
    }
    let waits = isClause ? "which waits" : "\(first) waits"
    guard root.between <= 2 else {
      return "\(waits), through \(root.between) more, for \(root.name), \(clause(root.name))"
    }
    let way = between(first, root.name).map { "\($0), which waits for " }.joined()
    return "\(waits) for \(way)\(root.name), \(clause(root.name))"
  }

  func noFreeSlot(_ finding: Diagnosis.Finding, _ who: Who, _ naming: Bool) -> String {
    let ready = "\(who.text) \(who.form("is", "are")) ready, but"
    if finding.width == 0 {
      return "\(ready) the width of \(finding.queueName) is 0, so it starts nothing"
    }
    let slots = "\(ready) \(finding.queueName) has no free slot: \(holds(finding, naming: naming))"
    guard finding.cause == .outranked else { return slots }
    let better = Names(finding.outrankedBy)
    let go = better.count == 1 ? "goes" : "go"
    return "\(slots); and \(better.words()) \(go) first, for higher priority"
  }

  /// Who holds the slots of a queue.
  func holds(_ finding: Diagnosis.Finding, naming: Bool) -> String {
    let names = Names(finding.waitsFor, count: finding.waitsForCount)
    // More than two would be a list, not a sentence.
    let isDetailed = naming && names.count <= 2
    let who = isDetailed ? names.known.map(holder).joined(separator: " and ") : names.words()
    let width = finding.width ?? 0
    if width < 0 {
      let keep = names.count == 1 ? "keeps" : "keep"
      return "the system decides its width, and \(who) \(keep) the threads that it has"
    }
    let hold =
      switch names.count {
      case 1: "holds the slot until it reports"
      case 2: "hold both slots until they report"
      default: "hold all slots until they report"
      }
    return "its width is \(width), and \(who) \(hold) isFinished"
  }

  func suspended(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let since = finding.since.map { " since \($0.when)" } ?? ""
    return "\(who.text) \(who.form("is", "are")) ready, but \(finding.queueName) is "
      + "suspended\(since), and starts nothing until isSuspended is false again"
  }

  func notReady(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let barrier =
      finding.besides.contains(.barrier)
      ? "a barrier block, put into \(finding.queueName) earlier, still waits, or " : ""
    let became = finding.isFinal ? "never became" : who.form("is not", "are not")
    return "\(who.text) \(became) ready, although no dependency is unfinished: most likely "
      + "\(barrier)\(who.form("its", "their")) own isReady says no, or a dependency was removed "
      + "by removeDependency(_:), after which an operation never becomes ready on Linux"
  }

  func mainThreadBlocked(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    "\(who.text) \(who.form("is", "are")) ready, but only the main thread starts what is in "
      + "\(finding.queueName), when it comes back to its run loop, and the program does not return"
  }

  func readinessNotAnnounced(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    let queue = finding.queueName
    let fact =
      "\(who.text) \(who.form("is", "are")) ready and \(queue) has a free slot, yet \(queue) "
      + "\(finding.never) started \(who.form("it", "them"))"
    guard finding.isFinal else { return fact }
    if who.isOne, let announced = finding.since, announced.kind == .announced,
      !finding.besides.contains(.barrier)
    {
      return "\(fact), though isReady was announced on \(announced.thread) at \(announced.when): "
        + "most likely while \(queue) took it in, which Foundation on Linux does not hear"
    }
    let barrier =
      finding.besides.contains(.barrier)
      ? ", or a barrier block, put into the queue earlier, still waits" : ""
    return "\(fact): most likely isReady became true without willChangeValue and "
      + "didChangeValue, so the queue was never told\(barrier)"
  }

  func cycle(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard finding.waitsForCount > 1 else {
      return "\(who.text) depends on itself, so it never becomes ready"
    }
    let shown = finding.waitsFor.prefix(6)
    let missing = finding.waitsForCount - shown.count
    let path =
      shown + (missing > 0 ? ["… (\(missing) more)"] : []) + finding.waitsFor.prefix(1)
    let wait = who.isOne ? "waits, in the end, for itself" : "wait for one another"
    return "\(who.text) \(wait): \(path.joined(separator: " → ")), a circle of dependencies in "
      + "which nobody can begin"
  }

  func neverStarted(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    if who.isOne, let enqueued = finding.since, let queue = enqueued.enqueueing?.queue {
      return "\(who.text) was put into '\(queue)' at \(enqueued.when), but no queue that "
        + "the bench made holds it, and it was never started"
    }
    return "\(who.text) \(who.form("is", "are")) in no queue that the bench made, and nobody "
      + "called \(who.form("its", "their")) start()"
  }

  func lastSeen(_ finding: Diagnosis.Finding, _ who: Who) -> String {
    guard let last = finding.lastSeen else { return "of \(who.text) nothing is known" }
    return "\(who.opening) was last seen on \(last.thread) at \(last.when): "
      + "\(last.deed(finding.subject)); the process was gone before it could be asked for more"
  }
}
