// What the judges of rules ask of the run of a trial.
extension Run {
  /// The last state of the operation under check, after which nothing could happen any more.
  func end(of name: String = TrialBench.subjectName) throws -> Evidence {
    try last(.settled, of: name)
  }

  /// All that the work did: when it began and ended.
  var work: [Evidence] { (all(.began, of: Probe.subject) + all(.ended, of: Probe.subject)) }

  /// Foundation's complaint about an operation that was finished before its queue had started it.
  var complainsOfEarlyFinish: Bool {
    detail.output.contains("without being started by the queue it is in")
  }

  /// Whether a block operation that waited for the one under check did run.
  func ran(_ name: String) throws -> Occurrence {
    try occurrence(of: .began, of: name)
  }
}

extension Evidence {
  /// Whether the queue had let go of the operation.
  var isOutOfQueue: Bool { event.note == "in no queue" }

  var isFinished: Bool { event.state.contains(.finished) }

  /// The state in words, such as `ready executing`.
  var describedState: String {
    event.state.isEmpty ? "not even ready" : event.state.description
  }
}

extension Ruling {
  /// Holds unless one of the findings is there; the first of them is the reason.
  static func holds(
    _ seen: String, _ evidence: [Evidence], unless findings: [(Bool, String)]
  ) -> Ruling {
    if let finding = findings.first(where: \.0) {
      return Ruling(.broken, finding.1, evidence)
    }
    return Ruling(.holds, seen, evidence)
  }
}
