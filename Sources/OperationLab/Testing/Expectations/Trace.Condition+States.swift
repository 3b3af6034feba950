import OperationLab

// Flags, places, and what operations wait for in the end.
extension Trace.Condition {
  /// The flags that were read are exactly these.
  ///
  /// - Parameters:
  ///   - state: the flags.
  ///   - moment: a moment at which flags are read, such as ``Trace/Moment/settled(_:after:)``.
  public static func state(_ state: OperationState, at moment: Trace.Moment) -> Self {
    Self("\(moment.subject) is \(described(state)) \(moment.time)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        event.state == state, "\(moment.subject) is \(described(event.state)) \(moment.time)",
        [event])
    }
  }

  /// The flags that were read have all of the first and none of the second.
  public static func flags(
    _ flags: OperationState = [], not others: OperationState = [], at moment: Trace.Moment
  ) -> Self {
    let words = [flags.names, others.names.map { "not \($0)" }].flatMap { $0 }
    return Self("\(moment.subject) is \(words.joined(separator: ", ")) \(moment.time)") { run in
      let event = try moment.evidence(in: run)
      return Outcome(
        event.state.isSuperset(of: flags) && event.state.isDisjoint(with: others),
        "\(moment.subject) is \(described(event.state)) \(moment.time)", [event])
    }
  }

  /// The queue holds the operation, or no queue does if it is `nil`.
  ///
  /// - Parameters:
  ///   - queue: the queue's name.
  ///   - moment: ``Trace/Moment/settled(_:after:)``. At other moments this is not read.
  public static func place(_ queue: String?, at moment: Trace.Moment) -> Self {
    let words = queue.map { "in \($0)" } ?? "in no queue"
    return Self("\(moment.subject) is \(words) \(moment.time)") { run in
      let event = try moment.evidence(in: run)
      guard let place = event.place else {
        throw MissingEvidence.premise("it was read which queue holds it", program: run.program)
      }
      return Outcome(
        place == queue, "\(moment.subject) is \(event.note) \(moment.time)", [event])
    }
  }

  /// Neither a call nor any state that was read shows that one of these operations was cancelled.
  public static func neverCancelled(_ names: String...) -> Self { neverCancelled(names) }

  /// The same for a list of them.
  package static func neverCancelled(_ names: [String]) -> Self {
    let words = "\(listed(names)) was never cancelled"
    return Self(words) { run in
      let cancelled = run.trace.events.first {
        names.contains($0.subject) && ($0.kind == .cancelled || $0.state.contains(.cancelled))
      }
      if let cancelled {
        return Outcome(
          false, "\(cancelled.subject) was cancelled",
          [Evidence(program: run.program, event: cancelled)])
      }
      return Outcome(true, words, names.compactMap { run.all(.settled, of: $0).last })
    }
  }

  /// The queue is not suspended during the run.
  public static func neverSuspended(_ queue: String) -> Self {
    let words = "'\(queue)' was never suspended"
    return Self(words) { run in
      if let event = run.all(.suspended, of: queue).first {
        return Outcome(false, "'\(queue)' was suspended", [event])
      }
      return Outcome(true, words, Array(run.all(.settled).suffix(1)))
    }
  }

  /// No wait at a gate reached its deadline.
  public static var noTimeout: Self {
    Self("no wait timed out") { run in
      let timeouts = run.all(.timedOut)
      return timeouts.isEmpty
        ? Outcome(true, "no wait timed out", Array(run.all(.settled).suffix(1)))
        : Outcome(false, "a wait timed out", timeouts)
    }
  }

  /// The operation is stuck when the process is idle at the end, for that reason.
  ///
  /// - Parameters:
  ///   - name: the operation.
  ///   - cause: why it does not run, or does not finish.
  ///   - others: the operations that it waits for, in any order; `nil` stands for anything.
  public static func stuck(
    _ name: String, _ cause: Diagnosis.Cause, waitsFor others: [String]? = nil
  ) -> Self {
    Self("\(name) is stuck: \(cause.rawValue)") { run in
      let end = run.all(.settled, of: name).last
      guard let finding = run.diagnosis[name], finding.isFinal else {
        guard let end else {
          throw MissingEvidence.event(.settled, subject: name, program: run.program)
        }
        return Outcome(false, "\(name) is not stuck", [end])
      }
      let waitsRight = others.map { Set($0) == Set(finding.waitsFor) } ?? true
      return Outcome(
        finding.cause == cause && waitsRight, finding.sentence,
        [finding.since.map { Evidence(program: run.program, event: $0) }, end].compactMap { $0 })
    }
  }

  /// Exactly so many of these operations are stuck when the process is idle at the end, for that
  /// reason.
  public static func stuck(_ count: Int, of names: [String], _ cause: Diagnosis.Cause) -> Self {
    Self("\(count) of \(names.count) are stuck: \(cause.rawValue)") { run in
      let diagnosis = run.diagnosis
      let those = names.filter { diagnosis[$0]?.cause == cause && diagnosis[$0]?.isFinal == true }
      return Outcome(
        those.count == count, "\(those.count) of \(names.count) are stuck: \(cause.rawValue)",
        try (those.isEmpty ? names : those).map { try run.last(.settled, of: $0) })
    }
  }

  private static func described(_ state: OperationState) -> String {
    state.isEmpty ? "in no state" : state.description
  }
}
