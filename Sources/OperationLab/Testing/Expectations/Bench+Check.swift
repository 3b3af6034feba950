import OperationLab

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
  /// Blocks the calling thread, as ``settle(deadline:)`` does, and for as long at most. In a process in
  /// which other tests run, the process may never be idle: then nothing passes. Use an exit test, or
  /// `@Suite(.serialized)` in a test target of its own.
  ///
  /// - Parameters:
  ///   - premises: what must be so for the trace to say anything about the expectations.
  ///   - expectations: what is expected. At least one.
  /// - Returns: whether all premises and all expectations hold, with the events that show it.
  public func check(
    given premises: [Trace.Condition] = [], _ expectations: Trace.Condition...
  ) -> Check {
    let snapshot = settle()
    let run = Run(program: "bench", outcome: .completes, trace: trace, snapshot: snapshot)
    let scenario = Scenario("bench", given: premises, expect: expectations)
    do {
      try run.require(snapshot.ending == .quiet, "the process was idle before the deadline")
      return Check(try [scenario].judgement(on: Runs([run])))
    } catch {
      return Check(Judgement(.undecided, "\(error)", []))
    }
  }

  /// Whether a trace is as expected, and the events that decide it.
  public struct Check: Sendable, CustomStringConvertible {
    private let judgement: Judgement

    fileprivate init(_ judgement: Judgement) { self.judgement = judgement }

    /// Whether all expectations hold. It is `false` also if a premise does not hold, or if an event
    /// that would decide is missing.
    public var passed: Bool { judgement.verdict == .confirmed }

    /// `confirmed`, `refuted` or `undecided` with what was seen, and a line for each event that
    /// decides.
    public var description: String {
      (["\(judgement.verdict.rawValue): \(judgement.seen)"]
        + judgement.evidence.map { "  \($0.event)" }).joined(separator: "\n")
    }
  }
}
