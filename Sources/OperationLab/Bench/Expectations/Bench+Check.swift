extension Bench {
  /// Waits until the process is idle, then decides whether the trace is as expected.
  ///
  /// ```swift
  /// let bench = Bench()
  /// let queue = bench.queue("kitchen", width: 1)
  /// let boil = bench.block("boil")
  /// let pour = bench.block("pour")
  /// pour.addDependency(boil)
  /// queue.addOperations([pour, boil], waitUntilFinished: false)
  /// let check = bench.check(
  ///   given: [.added("pour", to: "kitchen", dependencies: ["boil"])],
  ///   .order(.ended("boil"), .began("pour")))
  /// print(check)
  /// // confirmed: boil ended, then pour began
  /// //   #4 T1 boil: body ends
  /// //   #7 T1 pour: body begins
  /// ```
  ///
  /// It waits until nothing has been recorded for the bench's patience, and blocks the calling thread
  /// meanwhile. What has happened by then is decided. What has not happened is decided only if no
  /// operation is executing, no timer is expected, and no other thread of the process works. Otherwise
  /// the result is undecided, with a line that says how to wait. If other tests run in the process, it
  /// may never be idle. Use an exit test, or `@Suite(.serialized)` in a test target of its own.
  ///
  /// - Parameters:
  ///   - premises: what must be so for the trace to say anything about the expectations.
  ///   - expectations: what is expected. At least one.
  /// - Returns: whether all premises and all expectations hold, with the events that show it.
  public func check(
    given premises: [Trace.Condition] = [], _ expectations: Trace.Condition...
  ) -> Check {
    let snapshot = settledSnapshot()
    let run = Run(program: "bench", outcome: .completes, trace: trace, snapshot: snapshot)
    let patience = policy.patience.map { "nothing was recorded for \($0)" }
    do {
      if expectations.isEmpty { return Check(Judgement(.undecided, "nothing is expected", [])) }
      if let obstacle = obstacle(to: premises + expectations, in: run) {
        return Check(Judgement(.undecided, "\(obstacle)", []))
      }
      let scenario = Scenario("bench", given: premises, expect: expectations)
      let judgement = try [scenario].judgement(on: Runs([run])) { condition, outcome in
        let events = outcome.evidence.map { "#\($0.seq)" }.joined(separator: ", ")
        return "expected: \(condition.phrase); seen: \(outcome.seen) (\(events))"
      }
      return Check(judgement, silence: patience)
    } catch {
      let missing = (error as? MissingEvidence)?.words ?? "\(error)"
      let isQuiet = snapshot.ending == .quiet
      return Check(Judgement(.undecided, isQuiet ? "\(missing)" : "\(missing). \(howToWait)", []))
    }
  }

  /// What keeps the conditions from being decided at all. `nil` if nothing does.
  private func obstacle(to conditions: [Trace.Condition], in run: Run) -> String? {
    if run.snapshot?.isProgramBlocked == true {
      return "\(Self.noAnswer.words): look at its getters, and for a lock that is held"
    }
    if let lack = run.trace.events.first(where: { $0.subject == Self.surroundings }) {
      return lack.note
    }
    let gates = gateNames.withLock { $0 }
    let names = conditions.flatMap { $0.names ?? [] }
    return names.first { !run.shows($0) && !gates.contains($0) }.map { name in
      let others = run.trace.subjects.prefix(20).joined(separator: ", ")
      return "no '\(name)' in the trace; it shows \(others.isEmpty ? "nothing" : others)"
    }
  }

  /// Why what has not happened is undecided, and what to do.
  private var howToWait: String {
    guard let patience = policy.patience, let underWay = underWay() else {
      return "The process was not idle: check again, or run the test alone in its process"
    }
    return """
      So far: \(underWay), so more may happen. To wait for a timer longer than \(patience), use \
      Bench(patience:) or expectTimer(after:)
      """
  }

  /// Whether a trace is as expected, and the events that decide it.
  public struct Check: Sendable, CustomStringConvertible {
    private let judgement: Judgement
    /// What shows that nothing more would happen.
    private let silence: String?

    fileprivate init(_ judgement: Judgement, silence: String? = nil) {
      self.judgement = judgement
      self.silence = judgement.evidence.contains { $0.kind == .settled } ? silence : nil
    }

    /// Whether all expectations hold. It is `false` also if a premise does not hold, or if an event
    /// that would decide is missing.
    public var passed: Bool { judgement.verdict == .confirmed }

    /// `confirmed`, `refuted` or `undecided` with what was expected and seen, a line for each event
    /// that decides, and one for the time in which nothing was recorded, if that decides.
    public var description: String {
      (["\(judgement.verdict.rawValue): \(judgement.seen.english)"]
        + (judgement.evidence.map { "\($0.event)" } + [silence].compactMap { $0 }).map { "  \($0)" })
        .joined(separator: "\n")
    }
  }
}

extension MissingEvidence {
  /// What is missing, where there is only one program.
  fileprivate var words: String {
    switch self {
    case .run: "\(self)"
    case .event(let kind, let subject, _): "there is no event '\(kind.rawValue)' of '\(subject)'"
    case .premise(let premise, _): "this is not shown: \(premise.english)"
    }
  }
}
