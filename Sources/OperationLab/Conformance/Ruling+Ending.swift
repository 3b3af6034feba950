extension Rule {
  /// Whether the trials can say anything about the subject.
  func isDecidable(on subject: Subject) -> Bool {
    !needsProbe || subject.usesProbe
  }

  /// The ruling of the judge; or, unless that is `broken` already, one that says how the process
  /// of a trial ended, if it ended in a way that no operation should bring about.
  ///
  /// The time that a trial takes is no reason against a judge who has seen enough.
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
    let inOrder = trials.compactMap { trial in runs.first { $0.program == trial.name } }
    let telling = inOrder.filter { ruling.verdict == .undecided || !$0.isOnlySlow }
    guard let ending = telling.lazy.compactMap(\.violentEnding).first else { return ruling }
    guard endings == .convict, plain?.violentEnding != nil else { return ending }
    return ruling.verdict == .holds
      ? ruling
      : Ruling(
        .undecided, "it goes wrong even when it is left alone in a queue; mend that first", [])
  }
}

extension Run {
  /// Whether the run ended because the time was up.
  fileprivate var isOnlySlow: Bool {
    detail.reachedDeadline || outcome == .hangs && snapshot?.isProgramBlocked == false
  }

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
