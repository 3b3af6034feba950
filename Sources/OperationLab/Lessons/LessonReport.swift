/// What came of running a lesson: its runs and what they say about its claims.
public struct LessonReport: Sendable {
  /// What was run.
  public let lesson: Lesson
  /// Whose verdicts are expected.
  public let platform: Platform
  /// One run a program, in the order of the lesson.
  public let runs: [Run]
  /// The claims, decided on the runs.
  public let findings: [Finding]

  /// - Parameter isWhole: whether all programs were run. If not, claims that need another program
  ///   are left out rather than called undecided.
  public init(
    lesson: Lesson, runs: [Run], isWhole: Bool = true, platform: Platform = .current
  ) {
    self.lesson = lesson
    self.platform = platform
    self.runs = runs
    let findings = lesson.claims.map { Finding($0, on: Runs(runs), platform: platform) }
    self.findings = isWhole ? findings : findings.filter { $0.judgement.verdict != .undecided }
  }

  /// Every program ended as declared, and every claim got the verdict expected here.
  public var isPassed: Bool {
    runs.allSatisfy(endedAsExpected) && findings.allSatisfy(\.isAsExpected)
  }

  /// Whether a run ended the way its program declares.
  public func endedAsExpected(_ run: Run) -> Bool {
    lesson.program(named: run.program)?.expected(on: platform) == run.outcome
  }

  /// What was not as expected, a line each.
  public var problems: [String] {
    runs.filter { !endedAsExpected($0) }.map { "program '\($0.program)' \($0.outcome.rawValue)" }
      + findings.filter { !$0.isAsExpected }.map { finding in
        "\(finding.claim.id) is \(finding.judgement.verdict.rawValue): \(finding.judgement.seen)"
      }
  }
}
