/// Puts findings into words. The only place where the diagnosis speaks English.
struct Wording {
  /// All findings of the run, by subject, so that a sentence can say why a dependency waits.
  private let bySubject: [String: Diagnosis.Finding]
  /// For each waiting operation, where the chain of its first dependencies ends.
  let roots: Roots

  init(_ findings: [Diagnosis.Finding]) {
    bySubject = Dictionary(findings.map { ($0.subject, $0) }, uniquingKeysWith: { one, _ in one })
    roots = Roots(bySubject)
  }

  /// The sentence that stands alone.
  func sentence(of finding: Diagnosis.Finding) -> String {
    sentence(of: [finding], naming: true)
  }

  /// One sentence for findings that say the same.
  ///
  /// - Parameter naming: whether to tell of the holders of slots what is known of them; not needed
  ///   where they have sentences of their own nearby.
  func sentence(of group: [Diagnosis.Finding], naming: Bool = false) -> String {
    guard let finding = group.first else { return "" }
    let who = Who(group)
    let body =
      switch finding.cause {
      case .silent: silent(finding, who)
      case .blocked, .blocksItself: blocked(finding, who)
      case .finishNotAnnounced: finishNotAnnounced(finding, who)
      case .cancelledNotFinished: cancelled(finding, who)
      case .cycle: cycle(finding, who)
      case .dependency: dependency(group, who)
      case .noFreeSlot, .outranked: noFreeSlot(finding, who, naming)
      case .suspended: suspended(finding, who)
      case .notReady: notReady(finding, who)
      case .mainThreadBlocked: mainThreadBlocked(finding, who)
      case .readinessNotAnnounced: readinessNotAnnounced(finding, who)
      case .neverStarted: neverStarted(finding, who)
      case .lastSeen, .barrier: lastSeen(finding, who)
      }
    return isHeldBackBesides(group)
      ? "\(body); besides, \(finding.queueName) is suspended." : "\(body)."
  }

  /// Whether its queue is suspended, too, and the sentence does not end with that already.
  private func isHeldBackBesides(_ group: [Diagnosis.Finding]) -> Bool {
    let finding = group[0]
    guard [.dependency, .cycle, .notReady].contains(finding.cause),
      finding.besides.contains(.suspended)
    else { return false }
    guard finding.cause == .dependency, let last = lastNamed(group).flatMap({ bySubject[$0] })
    else { return true }
    return last.cause != .suspended || last.queue != finding.queue
  }

  /// Why an operation is not over, without its name: `was started and never reported isFinished`.
  func predicate(_ name: String) -> String {
    guard let finding = bySubject[name] else { return "is not finished" }
    switch finding.cause {
    case .silent: return "was started and \(finding.never) reported isFinished"
    case .blocked, .blocksItself: return "waits in a blocking call"
    case .finishNotAnnounced: return "is finished but did not announce it"
    case .cancelledNotFinished: return "was cancelled but is not finished"
    case .cycle: return "is part of a circle of dependencies"
    case .dependency: return "waits for a dependency of its own"
    case .noFreeSlot, .outranked: return "waits for a free slot of \(finding.queueName)"
    case .suspended: return "is in \(finding.queueName), which is suspended"
    case .notReady: return "\(finding.never) became ready"
    case .mainThreadBlocked: return "waits for the main thread"
    case .readinessNotAnnounced: return "is ready but was not started by \(finding.queueName)"
    case .neverStarted, .barrier, .lastSeen:
      return "is in no queue and was \(finding.isFinal ? "never started" : "not started yet")"
    }
  }

  /// The same as the end of a sentence.
  func clause(_ name: String) -> String { "which \(predicate(name))" }

  /// The queue of a dependency, where it is another and not told anyway.
  func place(_ name: String, besides queue: String?) -> String {
    guard let other = bySubject[name], let place = other.queue, place != queue,
      ![.suspended, .noFreeSlot, .outranked, .readinessNotAnnounced].contains(other.cause)
    else { return "" }
    return " (in '\(place)')"
  }

  /// The dependencies that lie between one and the end of its chain.
  func between(_ first: String, _ last: String) -> [String] {
    var names: [String] = []
    var name = bySubject[first]?.waitsFor.first
    while let next = name, next != last {
      names.append(next)
      name = bySubject[next]?.waitsFor.first
    }
    return names
  }

  /// What is known of an operation that holds a slot.
  func holder(_ name: String) -> String {
    guard let finding = bySubject[name] else { return name }
    var parts: [String] = []
    if let started = finding.started {
      parts.append("since \(started.time), event \(started.seq)")
    }
    if let last = finding.lastSeen {
      parts.append("last seen on \(last.thread): \(last.deed(name))")
    }
    return parts.isEmpty ? name : "\(name) (\(parts.joined(separator: "; ")))"
  }
}

/// The subject of a sentence, one or many.
struct Who {
  let text: String
  let isOne: Bool

  init(_ group: [Diagnosis.Finding]) {
    isOne = group.count == 1
    let isProgram = group.first?.subject == Diagnosis.Finding.program
    text = isOne && isProgram ? "the program" : Names(group.map(\.subject)).words()
  }

  /// The subject at the beginning of a sentence; names keep their own first letter.
  var opening: String { text == "the program" ? "The program" : text }

  /// The form of a word that fits.
  func form(_ one: String, _ many: String) -> String { isOne ? one : many }
}

extension Diagnosis.Finding {
  var queueName: String { "'\(queue ?? "")'" }

  /// When the deadline came first, one cannot say never.
  var never: String { isFinal ? "never" : "has not yet" }
}

extension Event {
  /// `0.4 ms`.
  var time: String {
    let tenths = (ns + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// `0.4 ms (event 3)`.
  var when: String { "\(time) (event \(seq))" }

  /// What it reports, in short: with the subject if it is another.
  func deed(_ name: String) -> String {
    subject == name ? phrase : "\(phrase) (\(subject))"
  }
}
