extension Rule {
  /// Whether the trials can say anything about the subject.
  func isDecidable(on subject: Subject) -> Bool {
    !needsProbe || subject.usesProbe
  }

  /// The ruling of the judge; or, where it lacks events because the process of a trial did not
  /// live to record them, one that says how that process ended.
  func ruling(onEndingsToo runs: [Run], of subject: Subject) -> Ruling {
    let ruling = ruling(on: Runs(runs), of: subject)
    guard ruling.verdict == .undecided, isDecidable(on: subject) else { return ruling }
    // In the order of the trials: runs come in as they end.
    let inOrder = trials.compactMap { trial in runs.first { $0.program == trial.name } }
    return inOrder.lazy.compactMap(\.violentEnding).first ?? ruling
  }
}

extension Run {
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
      } else if snapshot?.isProgramBlocked == true {
        broken("the thread that called it never came back")
      } else if snapshot?.ending == .deadline {
        broken("it never came to rest")
      } else {
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
