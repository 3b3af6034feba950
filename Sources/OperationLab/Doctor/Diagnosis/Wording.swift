/// Puts findings into words. The only place where the diagnosis speaks.
struct Wording {
  /// All findings of the run, so that a sentence can say why a dependency waits.
  private let findings: [Diagnosis.Finding]
  private let places: [String: Int]
  /// For each waiting operation, where the chain of its first dependencies ends.
  let roots: Roots

  init(_ findings: [Diagnosis.Finding]) {
    self.findings = findings
    places = findings.map(\.subject).places
    roots = Roots(findings, places)
  }

  subscript(subject: String) -> Diagnosis.Finding? { places[subject].map { findings[$0] } }

  /// The sentence that stands alone.
  func sentence(of finding: Diagnosis.Finding) -> Phrase {
    sentence(of: [finding], naming: true)
  }

  /// One sentence for findings that say the same.
  ///
  /// - Parameter naming: whether to say what is known of the holders of slots. Not needed where
  ///   they have sentences of their own nearby.
  func sentence(of group: [Diagnosis.Finding], naming: Bool = false) -> Phrase {
    group.isEmpty ? "" : "\(statement(of: group, naming: naming))."
  }

  /// The same without a full stop, to stand in a sentence.
  func statement(of group: [Diagnosis.Finding], naming: Bool) -> Phrase {
    let finding = group[0]
    let who = SentenceSubject(group)
    let body: Phrase =
      switch finding.cause {
      case _ where group.allSatisfy({ $0.overtaking != nil }): overtaken(group, who)
      case .silent: silent(finding, who)
      case .blocked, .blocksItself: blocked(finding, who)
      case .finishNotAnnounced: finishNotAnnounced(finding, who)
      case .cancelledNotFinished: cancelled(finding, who)
      case .cycle: cycle(finding, who)
      case .dependency: dependency(group, who)
      case .noFreeSlot, .outranked: noFreeSlot(finding, who, naming)
      case .suspended: suspended(finding, who)
      case .notReady: notReady(finding, who)
      case .readinessNotAnnounced: readinessNotAnnounced(finding, who)
      case .mainThreadBlocked, .notExecuting:
        "\(who.text) \(who.form("is", "are")) ready, but \(notRun(finding, who))"
      case .neverStarted: neverStarted(finding, who)
      case .lastSeen, .barrier: lastSeen(finding, who)
      }
    let held = heldBackBesides(group)
    if held.count == 0 { return body }
    return held.count == 1
      ? "\(body); besides, \(held.phrase) is suspended"
      : "\(body); besides, \(held.phrase) are suspended"
  }

  /// Their queues that are suspended, too, if the sentence does not end with that already.
  private func heldBackBesides(_ group: [Diagnosis.Finding]) -> Names {
    let finding = group[0]
    guard [.dependency, .cycle, .notReady].contains(finding.cause) else { return Names([]) }
    let held = Names(
      Array(Set(group.filter { $0.besides.contains(.suspended) }.map(\.queueName))))
    guard finding.cause == .dependency, let last = lastNamed(group).flatMap({ self[$0] })
    else { return held }
    return last.cause == .suspended && last.queue == finding.queue ? Names([]) : held
  }

  /// Why an operation is not over, without its name: `was started and never reported isFinished`.
  func predicate(_ name: String) -> Phrase {
    guard let finding = self[name] else { return "is not finished" }
    switch finding.cause {
    case .silent: return "was started and \(finding.never) reported isFinished"
    case .blocked, .blocksItself: return "waits in a blocking call"
    case .finishNotAnnounced: return "is finished but posted no notification"
    case .cancelledNotFinished: return "was cancelled but is not finished"
    case .cycle: return "is part of a circle of dependencies"
    case .dependency: return "waits for a dependency of its own"
    case .noFreeSlot, .outranked: return "waits for a free slot of \(finding.queueName)"
    case .suspended: return "is in \(finding.queueName), which is suspended"
    case .notReady: return finding.isFinal ? "never became ready" : "is not ready"
    case .mainThreadBlocked: return "waits for the main thread"
    case .readinessNotAnnounced: return "is ready but was not started by \(finding.queueName)"
    case .notExecuting: return "is ready but not executing"
    case .neverStarted where finding.clue == .inNoReportingQueue:
      return "was added to no queue of this file"
    case .neverStarted where finding.clue != nil:
      return "is in none of the given queues and is not executing"
    case .neverStarted, .barrier, .lastSeen:
      return "is in no queue and was \(finding.isFinal ? "never started" : "not started yet")"
    }
  }

  /// The same as the end of a sentence.
  func clause(_ name: String) -> Phrase { "which \(predicate(name))" }

  /// The queue of a dependency, where it is another and not told anyway.
  func place(_ name: String, besides queue: String?) -> Phrase {
    guard let other = self[name], let place = other.queue, place != queue,
      ![.suspended, .noFreeSlot, .outranked, .readinessNotAnnounced].contains(other.cause)
    else { return "" }
    return " (in '\(place)')"
  }

  /// The dependencies that lie between one and the end of its chain.
  func between(_ first: String, _ last: String) -> [String] {
    var names: [String] = []
    var name = self[first]?.waitsFor.first
    while let next = name, next != last {
      names.append(next)
      name = self[next]?.waitsFor.first
    }
    return names
  }

  /// What is known of an operation that holds a slot.
  func holder(_ name: String) -> Phrase {
    guard let finding = self[name] else { return "\(name)" }
    var parts: [Phrase] = []
    if let started = finding.started {
      parts.append("since \(started.time), event \(started.seq)")
    }
    if let last = finding.lastSeen {
      parts.append("last seen on \(last.thread): \(last.phrase(besides: name))")
    }
    guard let first = parts.first else { return "\(name)" }
    return "\(name) (\(parts.dropFirst().reduce(first) { "\($0); \($1)" }))"
  }
}

/// The subject of a sentence, one or many.
struct SentenceSubject {
  let text: Phrase
  let isOne: Bool

  init(_ group: [Diagnosis.Finding]) {
    isOne = group.count == 1
    let isProgram = group.first?.isOfProgram == true
    text = isOne && isProgram ? "the program" : Names(group.map(\.subject)).phrase
  }

  /// The subject at the beginning of a sentence. Names keep their own first letter.
  var opening: Phrase { text == "the program" ? "The program" : text }

  /// The form of a word that fits.
  func form(_ one: Phrase, _ many: Phrase) -> Phrase { isOne ? one : many }
}

extension Diagnosis.Finding {
  /// Not of an operation that has the same name.
  fileprivate var isOfProgram: Bool {
    subject == Self.program && [.blocked, .blocksItself, .lastSeen].contains(cause)
  }

  var queueName: String { "'\(queue ?? "")'" }

  fileprivate var overtaking: (count: Int, time: Duration)? {
    if case .overtaken(let count, let time) = clue { (count, time) } else { nil }
  }

  /// When the deadline came first, one cannot say never.
  var never: Phrase { isFinal ? "never" : "has not yet" }
}

extension Diagnosis.Moment {
  /// `0.4 ms`.
  var time: String {
    let tenths = (ns + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// `0.4 ms (event 3)`.
  var when: Phrase { "\(time) (event \(seq))" }

  /// What it reports, in short: with the subject if it is another.
  func phrase(besides name: String) -> Phrase {
    subject == name ? phrase : "\(phrase) (\(subject))"
  }
}

// Sentences about queues.
extension Movement {
  /// The counts, as far as they were seen. `isMoving` says whether an operation that the queue held at
  /// first has changed.
  func sentence(isMoving: Bool) -> String {
    let counts = [(added, "added"), (began, "began"), (ended, "ended")].filter { $0.0 > 0 }
    let parts = counts.map { count, verb in
      "\(count) \(verb == "added" ? "\(count == 1 ? "was" : "were") added" : verb)"
    }
    let seen =
      parts.isEmpty
      ? "operations changed" : "at least \(Names(parts, isSorted: true).phrase.english)"
    let more = growth == 0 ? "" : ", so it holds \(abs(growth)) \(growth > 0 ? "more" : "fewer")"
    return "'\(queue)' \(isMoving ? "moves" : "grows"): within \(time.inTenths) "
      + "\(seen)\(more)."
  }
}

extension Duration {
  /// `1.0 s`.
  package var inTenths: String {
    let tenths = Int64((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

// Sentences about threads that wait in a blocking call.
extension Wording {
  func blocked(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    if finding.clue == .noAnswer {
      return finding.subject == Diagnosis.Finding.program
        ? "the main queue has run no block for 1.0 s: what runs on the main thread or the main actor has "
          + "not returned, or nothing serves that queue. An operation that waits for it waits for that"
        : "\(who.opening) does not answer: a thread is in one of its methods and does not come back, on "
          + "Linux most likely in addOperation(_:) of a cancelled operation behind a barrier block, which "
          + "never returns. What only this queue holds is not told"
    }
    guard let since = finding.since else {
      let last: Phrase? = finding.lastSeen.map {
        "; last seen at \($0.when): \($0.phrase(besides: finding.subject))"
      }
      return "\(who.opening) has not come back\(last ?? "")"
    }
    if !since.kind.isBlockingCall {
      return "\(who.opening) has not come back from \(since.subject), which it started on "
        + "\(since.thread) at \(since.when)"
    }
    let opening: Phrase = "\(who.opening) waits, on \(since.thread) since \(since.when),"
    let end: Phrase =
      finding.cause == .blocksItself ? ", and that needs \(who.text) to end first" : ""
    if let queue = finding.waitsForQueue {
      return blocked(finding, "\(opening) for '\(queue)' to be empty", queue, end)
    }
    let other = finding.waitsFor.first ?? ""
    if other == finding.subject { return "\(opening) for its own end, which waiting prevents" }
    return "\(opening) for \(other), \(clause(other))\(end)"
  }

  private func blocked(
    _ finding: Diagnosis.Finding, _ wait: Phrase, _ queue: String, _ end: Phrase
  ) -> Phrase {
    if finding.cause == .blocksItself, finding.queue == queue {
      return "\(wait), but is in '\(queue)' itself: neither can finish"
    }
    let held = Names(finding.waitsFor, count: finding.waitsForCount)
    guard let first = held.known.first else { return wait }
    let clause: Phrase = held.count == 1 ? ", \(clause(first))" : ""
    return "\(wait), which still holds \(held.phrase)\(clause)\(end)"
  }
}

// Sentences about operations that were started and never ended.
extension Wording {
  func silent(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let opening = under(finding, who)
    let on: Phrase = who.isOne ? finding.since.map { " on \($0.thread)" } ?? "" : ""
    let have = who.form("has", "have")
    let open: Phrase = who.isOne ? "\(who.text) is not finished" : "none of them is finished"
    let reported: Phrase =
      who.isOne
      ? "\(who.text) \(finding.never) reported isFinished" : "none of them has reported isFinished"
    switch finding.presence ?? .unknown {
    case .left where finding.since?.kind.isBody == true:
      // Foundation's own start() would have reported the end of the body.
      let direct: Phrase = isDirect(finding) ? "; \(Self.direct)" : ""
      return "\(opening): \(who.form("its body", "their bodies")) ran\(on) and ended, but "
        + "\(reported)\(direct)"
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
      return "\(opening): \(who.form("its", "their")) isExecuting is true, but \(reported)"
    }
  }

  private static let direct: Phrase = "calling main() directly, without start(), finishes nothing"

  /// Whether its body ran without start().
  private func isDirect(_ finding: Diagnosis.Finding) -> Bool {
    finding.presence == .left && finding.queue == nil && finding.started?.kind.isBody == true
  }

  /// That it holds a slot, or at least is under way, and since when.
  private func under(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let since: Phrase? = finding.since.map {
      who.isOne ? " since \($0.when)" : ", the first since \($0.when)"
    }
    guard finding.queue != nil else {
      return finding.clue != nil
        ? "\(who.text) \(who.form("is", "are")) in none of the given queues"
        : "\(who.text) \(who.form("has", "have")) been under way\(since ?? "")"
    }
    return who.isOne
      ? "\(who.text) holds a slot of \(finding.queueName)\(since ?? "")"
      : "\(who.text) hold slots of \(finding.queueName)\(since ?? "")"
  }

  /// What the thread inside did last, if that tells more than that it went in.
  private func doing(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    guard who.isOne, let last = finding.lastSeen, last != finding.since,
      !last.kind.isBody || last.subject != finding.subject
    else { return "" }
    return " (last seen on \(last.thread): \(last.phrase(besides: finding.subject)))"
  }

  func finishNotAnnounced(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let finished: Phrase = "\(who.text) \(who.form("is", "are")) finished, but"
    guard finding.queue != nil else {
      return "\(finished) posted no notification of isFinished, so what depends on "
        + "\(who.form("it", "them")) does not become ready"
    }
    let holds: Phrase = "\(finished) \(finding.queueName) still holds"
    guard finding.presence != nil else {
      return "\(holds) \(who.form("it", "them")): isFinished became true before the queue had "
        + "started \(who.form("it", "them")), or without a notification"
    }
    return
      "\(holds) \(who.form("it and its slot", "them and their slots")): isFinished, as the "
      + "queue reads it, became true without both willChangeValue before it and didChangeValue "
      + "after it, so the queue was not notified"
  }

  func cancelled(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let at: Phrase = who.isOne ? finding.since.map { " at \($0.when)" } ?? "" : ""
    let was: Phrase = "\(who.text) \(who.form("was", "were")) cancelled\(at)"
    if isDirect(finding) {
      return
        "\(was), and \(who.form("its body", "their bodies")) ran without start(): only start() "
        + "looks at isCancelled, and \(Self.direct)"
    }
    guard finding.presence == nil else {
      let queue = finding.queueName
      let slots = who.form(
        ", so it still holds a slot of \(queue)", ", so they still hold slots of \(queue)")
      let hold: Phrase = finding.queue == nil ? "" : slots
      return "\(was) and started, but \(finding.never) reported isFinished\(hold): cancel() only "
        + "sets a flag, and the operation itself has to stop and finish"
    }
    guard finding.queue != nil else {
      guard finding.clue == nil else {
        return "\(was) and \(who.form("is", "are")) in none of the given queues: cancel() does not "
          + "finish \(who.form("it", "them")), only start() then does"
      }
      guard !finding.wasAdded else {
        return "\(was) and \(who.form("was", "were")) not started: a queue calls start() of a "
          + "cancelled operation, too, and which queue holds \(who.form("it", "them")) is not known"
      }
      return "\(was) and not started: outside a queue cancel() finishes nothing, only start() then "
        + "does"
    }
    let reason: Phrase =
      switch finding.besides.first {
      case .suspended: "\(finding.queueName) is suspended"
      case .noFreeSlot where finding.width == 0: "the width of \(finding.queueName) is 0"
      case .noFreeSlot, .outranked:
        "\(finding.queueName) has no free slot: \(holds(finding, naming: false))"
      case .notReady: "\(who.form("its", "their")) isReady is false"
      case .notExecuting, .mainThreadBlocked:
        notRun(finding, who, opening: who.form("it is ", "they are "))
      default:
        finding.isFinal
          ? "\(finding.queueName) \(finding.never) started \(who.form("it", "them")), though nothing known stands in the way"
          : "\(finding.queueName) \(finding.never) started \(who.form("it", "them"))"
      }
    return "\(was) but \(who.form("is", "are")) not finished: a queue removes a cancelled "
      + "operation only by starting it, and \(reason)"
  }
}

// Sentences about operations that were never started.
extension Wording {
  func dependency(_ group: [Diagnosis.Finding], _ who: SentenceSubject) -> Phrase {
    let finding = group[0]
    if let root = roots[finding.subject]?.name,
      group.contains(where: { $0.waitsFor != finding.waitsFor })
    {
      return "\(who.text) wait, directly or through one another, for \(root), \(clause(root))"
    }
    let wait: Phrase = "\(who.text) \(who.form("waits", "wait")) for \(who.form("its", "their"))"
    guard let first = finding.waitsFor.first else { return wait }
    guard finding.waitsForCount == 1 else {
      let names = Names(finding.waitsFor, count: finding.waitsForCount, isSorted: true)
      return "\(wait) dependencies \(names.phrase); \(chain(from: first, isClause: false))"
    }
    return "\(wait) dependency \(first)\(place(first, besides: finding.queue)), "
      + "\(chain(from: first, isClause: true))"
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
  private func chain(from first: String, isClause: Bool) -> Phrase {
    guard let root = roots[first] else {
      return isClause ? clause(first) : "\(first) \(predicate(first))"
    }
    let waits: Phrase = isClause ? "which waits" : "\(first) waits"
    guard root.between <= 2 else {
      return "\(waits), through \(root.between) more, for \(root.name), \(clause(root.name))"
    }
    let way = between(first, root.name).reversed().reduce("\(root.name)" as Phrase) {
      "\($1), which waits for \($0)"
    }
    return "\(waits) for \(way), \(clause(root.name))"
  }

  func noFreeSlot(_ finding: Diagnosis.Finding, _ who: SentenceSubject, _ naming: Bool) -> Phrase {
    let ready: Phrase = "\(who.text) \(who.form("is", "are")) ready, but"
    if finding.width == 0 {
      return "\(ready) the width of \(finding.queueName) is 0, so it starts nothing"
    }
    let slots: Phrase =
      "\(ready) \(finding.queueName) has no free slot: \(holds(finding, naming: naming))"
    guard finding.cause == .outranked else { return slots }
    let better = Names(finding.outrankedBy)
    let go: Phrase = better.count == 1 ? "goes" : "go"
    return "\(slots); and \(better.phrase) \(go) first, for higher priority"
  }

  /// The least that is so of each of them.
  private func overtaken(_ group: [Diagnosis.Finding], _ who: SentenceSubject) -> Phrase {
    let passes = group.compactMap(\.overtaking)
    let (count, time) = (passes.map(\.count).min() ?? 0, passes.map(\.time).min() ?? .zero)
    let operations: Phrase = count == 1 ? "1 operation" : "\(count) operations"
    let quality: Phrase =
      group[0].width == 1 ? "" : ", which on Linux is the quality of service if none is set"
    return "\(who.text) \(who.form("has", "have")) waited in \(group[0].queueName) for all of "
      + "\(time.inTenths), while at least \(operations) added later "
      + "began first, for higher priority\(quality)"
  }

  /// What holds the slots of a queue.
  func holds(_ finding: Diagnosis.Finding, naming: Bool) -> Phrase {
    let names = Names(finding.waitsFor, count: finding.waitsForCount)
    // More than two would be a list, not a sentence.
    let isDetailed = naming && names.count <= 2
    let holders = isDetailed ? names.known.map(holder) : []
    let who =
      holders.first.map { holders.dropFirst().reduce($0) { "\($0) and \($1)" } } ?? names.phrase
    let width = finding.width ?? 0
    if width < 0 {
      let keep: Phrase = names.count == 1 ? "keeps" : "keep"
      return "the system decides its width, and \(who) \(keep) the threads that it has"
    }
    return switch names.count {
    case 1: "its width is \(width), and \(who) holds the slot until it reports isFinished"
    case 2: "its width is \(width), and \(who) hold both slots until they report isFinished"
    default: "its width is \(width), and \(who) hold all slots until they report isFinished"
    }
  }

  func suspended(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let since: Phrase = finding.since.map { " since \($0.when)" } ?? ""
    return "\(who.text) \(who.form("is", "are")) ready, but \(finding.queueName) is "
      + "suspended\(since), and starts nothing until isSuspended is false again"
  }

  func notReady(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let barrier: Phrase =
      finding.besides.contains(.barrier)
      ? "a barrier block, put into \(finding.queueName) earlier, has not returned, or " : ""
    let own: Phrase = "\(who.form("its", "their")) own isReady returns false"
    let removed: Phrase =
      "removeDependency(_:) was called on \(who.form("it", "them")), after which an operation that "
      + "has not started may never become ready on Linux"
    let unannounced: Phrase = "or a dependency finished without posting a notification"
    let reason: Phrase =
      switch finding.clue {
      case .notReady(isPlainBlock: true, hasDependencies: true):
        "most likely \(barrier)\(removed), \(unannounced)"
      case .notReady(isPlainBlock: true, _): "most likely \(barrier)\(removed)"
      case .notReady(_, hasDependencies: true):
        "most likely \(own), or \(barrier)\(removed), \(unannounced)"
      case .notReady: "most likely \(own), or \(barrier)\(removed)"
      default: "most likely \(barrier)\(own), or \(removed)"
      }
    let became = finding.isFinal ? "never became" : who.form("is not", "are not")
    return "\(who.text) \(became) ready, although no dependency is unfinished: \(reason)"
  }

  /// Why nothing runs what a queue may have passed to Dispatch, as the second part of a sentence.
  private func notRun(
    _ finding: Diagnosis.Finding, _ who: SentenceSubject, opening: Phrase = ""
  ) -> Phrase {
    let (queue, it) = (finding.queueName, who.form("it", "them"))
    guard
      case .notRun(let isPlainBlock, let underlying, let executing, let hasDependencies) = finding
        .clue
    else {
      return
        finding.waitsFor.isEmpty
        ? "only the main queue starts what is in \(queue), and what runs there or on the main actor has "
          + "not returned, or nothing serves that queue"
        : "only the main thread starts what is in \(queue), and it has not come back to its run loop"
    }
    let noThread: Phrase = "the system has no free thread (\(executing) executing in these queues)"
    let other: Phrase =
      underlying.map { "its underlyingQueue '\($0)' is suspended, busy or blocked" }
      ?? "a barrier block of \(queue) has not returned"
    let reason: Phrase = underlying == nil ? "\(noThread), or \(other)" : "\(other), or \(noThread)"
    let missed: Phrase =
      hasDependencies
      ? ", or \(queue) missed that \(it) became ready while it was added, as a plain queue on Linux may"
      : ""
    return isPlainBlock
      ? "\(queue) has passed \(it) to Dispatch, which has not run \(it): either \(reason)\(missed)"
      : "\(opening)not executing: most likely start() returned without setting isExecuting or isFinished, or "
        + "\(reason), or isReady became true without a notification"
  }

  func readinessNotAnnounced(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    let queue = finding.queueName
    let fact: Phrase =
      "\(who.text) \(who.form("is", "are")) ready and \(queue) has a free slot, yet \(queue) "
      + "\(finding.never) started \(who.form("it", "them"))"
    guard finding.isFinal else { return fact }
    if who.isOne, let announced = finding.since, !finding.besides.contains(.barrier) {
      return "\(fact), though a notification of isReady was posted on \(announced.thread) at "
        + "\(announced.when): most likely while \(queue) took it in, which Foundation on Linux misses"
    }
    let barrier: Phrase =
      finding.besides.contains(.barrier)
      ? ", or a barrier block, put into the queue earlier, has not returned" : ""
    let untraced: Phrase = finding.clue == nil ? ", or start() was called and left no event" : ""
    return "\(fact): most likely isReady became true without willChangeValue and "
      + "didChangeValue, so the queue was not notified\(barrier)\(untraced)"
  }

  func cycle(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    guard finding.waitsForCount > 1 else {
      return "\(who.text) depends on itself, so it never becomes ready"
    }
    var path = Array(finding.waitsFor.prefix(6))
    let missing = finding.waitsForCount - path.count
    if missing > 0 { path.append("… (\(missing) more)") }
    path += finding.waitsFor.prefix(1)
    let wait: Phrase = who.isOne ? "waits, in the end, for itself" : "wait for one another"
    return "\(who.text) \(wait): \(path.joined(separator: " → ")), a circle of dependencies in "
      + "which none can begin"
  }

  func neverStarted(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    if who.isOne, let enqueued = finding.since, case .added(let queue) = enqueued.kind {
      return "\(who.text) was put into '\(queue)' at \(enqueued.when), but no queue of "
        + "the bench holds it, and it was never started"
    }
    if finding.clue == .inNoReportingQueue {
      return "\(who.text) \(who.form("was", "were")) added to no queue of this file"
    }
    guard finding.clue == .inNoGivenQueue else {
      return "\(who.text) \(who.form("is", "are")) in no queue of the bench, and "
        + "the trace shows no start() of \(who.form("it", "them"))"
    }
    return "\(who.text) \(who.form("is", "are")) in none of the given queues and not executing: "
      + "most likely no queue holds \(who.form("it", "them")), or another one does"
  }

  func lastSeen(_ finding: Diagnosis.Finding, _ who: SentenceSubject) -> Phrase {
    guard let last = finding.lastSeen else { return "of \(who.text) nothing is known" }
    return "\(who.opening) was last seen on \(last.thread) at \(last.when): "
      + "\(last.phrase(besides: finding.subject)); the process was gone before it could be asked for more"
  }
}
