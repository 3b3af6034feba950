extension Rule {
  /// Whether the trials can say anything about the subject.
  func isDecidable(on subject: Subject) -> Bool {
    !needsProbe || subject.usesProbe
  }

  /// The ruling of the judge; or, unless that is `broken` already, one that says how the process
  /// of a trial ended, if it ended in a way that no operation should bring about.
  ///
  /// That a trial hangs, or takes its time, is no reason against a judge who has seen enough: what
  /// hangs behind that is another rule's affair.
  ///
  /// - Parameter plain: the run in which the operation was left alone.
  func ruling(onEndingsToo runs: [Run], of subject: Subject, plain: Run?) -> Ruling {
    var ruling = ruling(on: Runs(runs), of: subject)
    if ruling.verdict == .undecided {
      // Judges of lessons and of rules share the words for what is missing.
      ruling.why = ruling.why.replacing("program '", with: "trial '")
    }
    guard ruling.verdict != .broken, isDecidable(on: subject), endings != .ignore else {
      return ruling
    }
    // In the order of the trials: runs come in as they end.
    let violent = trials.compactMap { trial -> (trial: Trial, run: Run, ending: Ruling)? in
      guard let run = runs.first(where: { $0.program == trial.name }) else { return nil }
      return run.violentEnding.map { (trial, run, $0) }
    }
    let isOpen = ruling.verdict == .undecided
    guard
      let ending = violent.first(where: { !$0.trial.leavesEndings && (isOpen || $0.run.hasDied) })?
        .ending
    else {
      guard isOpen, let other = violent.first?.ending else { return ruling }
      return Ruling(.undecided, "\(other.why); another rule is about that", other.evidence)
    }
    guard endings == .convict, plain?.violentEnding != nil else { return ending }
    return ruling.verdict == .holds
      ? ruling
      : Ruling(
        .undecided, "it goes wrong even when it is left alone in a queue; mend that first", [])
  }
}

extension Run {
  /// Whether the process ended before its time.
  fileprivate var hasDied: Bool { outcome == .traps || outcome == .exits }

  /// That the run ended in a way that no operation should bring about; `nil` if it did not.
  var violentEnding: Ruling? {
    switch outcome {
    case .completes: nil
    case .traps:
      broken(
        "it ended the process with \(detail.signal ?? "a signal")"
          + (fatalMessage.map { ": \($0)" } ?? ""))
    case .exits:
      broken("it ended the process with status \(detail.exitStatus ?? 0)")
    case .hangs:
      if detail.reachedDeadline {
        broken("it was still busy when the time was up")
      } else if trace.events.contains(where: { $0.note == Bench.noAnswer }) {
        broken(
          "asking it for its state never returned: somebody waits while holding the lock that its "
            + "getters take")
      } else if snapshot?.isProgramBlocked == true {
        broken("the thread that called it never came back")
      } else {
        // Also when it never came to rest: the machine may have been too busy.
        nil
      }
    }
  }

  private func broken(_ why: String) -> Ruling {
    Ruling(
      .broken, "in trial '\(program)' \(why)",
      trace.events.suffix(4).map { Evidence(program: program, event: $0) })
  }
}
