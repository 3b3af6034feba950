import OperationBench

// The facts about the run of a life that judges of rules need.
extension Run {
  /// The final state of the operation under check.
  func end(of name: String = Life.subject) throws -> Evidence {
    let end = try last(.settled, of: name)
    // A life may settle more than once. The last state counts.
    let isLast = !trace.events.contains { $0.seq > end.seq && $0.mark == Bench.noAnswer }
    // If the wait for rest timed out, the last recorded state is not final.
    guard isLast, snapshot?.ending == .quiet else {
      throw MissingEvidence.event(.settled, subject: "\(name) in the end", program: program)
    }
    return end
  }

  /// Whether the life could not start the operation by hand, because it did not become ready.
  var wasNeverReady: Bool { has(.notReady, of: Life.subject) }

  /// Whether nothing happens to the operation between two readings, and no `start()` is under way.
  func isStill(from one: Evidence, to other: Evidence) -> Bool {
    let events = trace.events.lazy.filter {
      [Life.subject, Probe.subject].contains($0.subject) && $0.kind != .observed
    }
    let calls = events.filter { [.started, .returned].contains($0.kind) }
    return !events.contains { $0.seq > one.seq && $0.seq < other.seq }
      && calls.last { $0.seq < one.seq }?.kind != .started
  }

  /// The events of the work: its beginnings and ends.
  var work: [Evidence] { all(.began, of: worker) + all(.ended, of: worker) }

  /// Whether neither it nor another of its class has finished, which nobody has cancelled.
  func twinsStuck(_ end: Evidence) -> Fault {
    .missing(
      !end.isFinished && (try? self.end(of: "twin"))?.isFinished == false,
      "neither it nor another of its class ever finished: \(end.describedState)",
      way: Rule.losesItsEnd)
  }

  /// The subject of its work. Where two of a class share a piece of work, only one of them begins it.
  var worker: String {
    all(.began, of: Probe.subject).isEmpty && !all(.began, of: Environment.twins).isEmpty
      ? Environment.twins : Probe.subject
  }

  /// Whether the life recorded that the operation does the probe's work.
  var wasGivenWork: Bool { has(.hasWork, of: Life.subject) }

  /// Whether the operation depends, in the end, on one that has not finished.
  func hasUnfinishedDependency(_ name: String) -> Bool {
    snapshot?.operation(name)?.dependencies.contains {
      snapshot?.operation($0)?.state.contains(.finished) == false
    } == true
  }

  /// Whether Foundation printed a warning about an operation that finished before its queue started
  /// it. The warning appears only in the output.
  var complainsOfEarlyFinish: Bool {
    detail.output.contains("without being started by the queue it is in")
  }

  /// Whether a block operation that depends on the one under check ran.
  func ran(_ name: String) throws -> Occurrence {
    if let began = all(.began, of: name).first { return .happened(began) }
    return .never(try end(of: name))
  }
}

extension Evidence {
  var isFinished: Bool { event.state.contains(.finished) }

  /// The fault of a cancelled operation that is still in its queue, with the reason if its state
  /// shows it.
  var stillQueued: Fault {
    // One that executes or has finished may say that it is not ready any more.
    if !event.state.isDisjoint(with: [.ready, .executing, .finished]) {
      return .missing(
        !event.isInNoQueue, "the queue never gets past it: \(describedState)",
        way: isFinished
          ? StuckState.unannounced.way
          : event.state.contains(.executing) ? StuckState.endless.way : .returnsWhenCancelled)
    }
    return .missing(
      !event.isInNoQueue, "the queue never starts it, for its isReady is false: \(describedState)",
      way: StuckState.notReady.way)
  }

  /// The state in words, such as `ready executing`.
  var describedState: String {
    event.state.isEmpty ? "not even ready" : event.state.description
  }
}

extension Run {
  /// The first state of the operation under check that the life recorded at that moment.
  func look(_ moment: Event.Mark) throws -> Evidence {
    try first(.observed, of: Life.subject, .mark(moment))
  }

  /// Whether that mark was recorded about the subject.
  func has(_ mark: Event.Mark, of subject: String) -> Bool {
    all(.noted, of: subject).contains { $0.mark == mark }
  }

  /// Whether `cancel()` was called on it and has not returned.
  var isInCancel: Bool { !all(.cancelled, of: Life.subject).isEmpty && !cancelReturned }

  /// Whether `cancel()` returned in a life that records it.
  var cancelReturned: Bool { has(.isBack, of: Life.cancelSubject) }
}

// The marks that lives record about the operation under check, besides its events. Judges compare
// them.
extension Event.Mark {
  static let whenNew: Self = "when new"
  static let notStarted: Self = "not started"
  /// It was not started by hand, because it did not become ready.
  static let notReady: Self = "not ready in time"
  static let whileWorking: Self = "while the work goes on"
  static let afterCancel: Self = "after cancel()"
  /// The call under test has returned.
  static let isBack: Self = "is back"
  /// The operation does the probe's work.
  static let hasWork: Self = "has work to do"
  /// The operation was made without any of the probe's work.
  static let keepsNoWork: Self = "keeps none of the probe's work"
  /// `start()` returned while the work went on.
  static let keepsNoThread: Self = "needs no thread while its work goes on"
  static let deallocated: Self = "is released"
  static let alive: Self = "is still alive"
}
