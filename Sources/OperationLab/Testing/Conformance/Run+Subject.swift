import OperationLab

// What the judges of rules ask of the run of a trial.
extension Run {
  /// The last state of the operation under check, after which nothing could happen any more.
  func end(of name: String = TrialBench.subjectName) throws -> Evidence {
    let end = try last(.settled, of: name)
    // A trial may settle more than once; it counts how everything stood in the end.
    let isLast = !trace.events.contains { $0.seq > end.seq && $0.mark == Bench.noAnswer }
    // Where the wait for rest was given up, the last state on record is one from the middle.
    guard isLast, snapshot?.ending == .quiet else {
      throw MissingEvidence.event(.settled, subject: "\(name) in the end", program: program)
    }
    return end
  }

  /// - Throws: ``MissingEvidence`` when a gate had given up by then: what it held went on, so that
  ///   nobody looked while it was held. The machine may be busy.
  func requireHeld(until event: Evidence) throws {
    let hasGoneOn = all(.timedOut).contains {
      $0.fact == .gaveUp(.neverOpened) && $0.seq < event.seq
    }
    try require(!hasGoneOn, "what was held went on only when it was let")
  }

  /// All that the work did: when it began and ended.
  var work: [Evidence] { (all(.began, of: Probe.subject) + all(.ended, of: Probe.subject)) }

  /// Whether the trial noted that the operation was given work which the probe can see.
  var wasGivenWork: Bool { has(.hasWork, of: TrialBench.subjectName) }

  /// Whether Foundation complained of an operation that was finished before its queue had started it:
  /// it does so in what it prints, and nowhere else.
  var complainsOfEarlyFinish: Bool {
    detail.output.contains("without being started by the queue it is in")
  }

  /// Whether a block operation that waited for the one under check did run.
  func ran(_ name: String) throws -> Occurrence {
    if let began = all(.began, of: name).first { return .happened(began) }
    return .never(try end(of: name))
  }
}

extension Evidence {
  var isFinished: Bool { event.state.contains(.finished) }

  /// Whether it is ready, and nobody has started it.
  var isWaiting: Bool { event.state.contains(.ready) && !event.state.contains(.executing) }

  /// That a cancelled operation is still in its queue; and why, as far as its state tells.
  var stillQueued: Fault {
    if event.state.contains(.ready) {
      return .missing(!event.isInNoQueue, "the queue never gets past it: \(describedState)")
    }
    return .missing(
      !event.isInNoQueue, "the queue never starts it, for its isReady is false: \(describedState)",
      cure: """
        Let isReady be true when super.isReady is, cancelled or not: a queue starts only what is \
        ready, and what it does not start, it never gets rid of.
        """)
  }

  /// The state in words, such as `ready executing`.
  var describedState: String {
    event.state.isEmpty ? "not even ready" : event.state.description
  }
}

extension Ruling {
  /// The same ruling; but of an operation whose work nobody can see, never that it did none.
  func seeing(workOf runs: Run...) -> Ruling {
    guard verdict == .holds, !runs.allSatisfy(\.wasGivenWork) else { return self }
    return Ruling(
      .undecided,
      """
      it finished, but whether it did its work cannot be seen: give it probe.run() or probe.begin \
      to do
      """, evidence)
  }
}
