import OperationLab
import OperationTesting

/// What came of running a lesson: its runs and what they say about its claims.
package struct LessonReport: Sendable {
  /// What was run.
  package let lesson: Lesson
  /// Whose verdicts are expected.
  package let platform: Platform
  /// One run a program, in the order of the lesson.
  package let runs: [Run]
  /// The claims, decided on the runs.
  package let findings: [Finding]

  /// Judges the claims of a lesson on these runs.
  ///
  /// - Parameters:
  ///   - lesson: whose claims.
  ///   - runs: of its programs, in their order.
  ///   - isWhole: whether all programs were run. If not, claims that need another program are left
  ///     out rather than called undecided.
  ///   - platform: where they were run.
  package init(
    lesson: Lesson, runs: [Run], isWhole: Bool = true, platform: Platform = .current
  ) {
    self.lesson = lesson
    self.platform = platform
    self.runs = runs
    let findings = lesson.claims.map { Finding($0, on: Runs(runs), platform: platform) }
    self.findings = isWhole ? findings : findings.filter { $0.judgement.verdict != .undecided }
  }

  /// Every program ended as declared, and every claim got the verdict expected here; what differs
  /// from a mere guess is news, and fails nothing.
  package var isPassed: Bool {
    !runs.contains(where: endingFailed) && !findings.contains(where: \.isFailure)
  }

  /// Whether a run ended the way its program declares.
  package func endedAsExpected(_ run: Run) -> Bool {
    lesson.program(named: run.program)?.expected(on: platform) == run.outcome
  }

  /// Whether a run ended otherwise than it is known to end here. How programs end on macOS nobody
  /// has measured: there the declared ending is a guess.
  package func endingFailed(_ run: Run) -> Bool {
    !endedAsExpected(run) && platform == .linux
  }

  /// What was not as it is known to be here, a line each.
  package var problems: [String] {
    runs.filter(endingFailed).map { "program '\($0.program)' \($0.outcome.rawValue)" }
      + findings.filter(\.isFailure).map { finding in
        "\(finding.claim.id) is \(finding.judgement.verdict.rawValue): \(finding.judgement.seen)"
      }
  }

  /// What was not as guessed where nobody had measured it: lines to send to those who keep this kit.
  package var news: [String] {
    runs.filter { !endedAsExpected($0) && !endingFailed($0) }.map { run in
      let guess = lesson.program(named: run.program)?.expected(on: platform)
      return "program '\(run.program)' of lesson \(lesson.number) on \(platform.displayName): it "
        + "\(run.outcome.rawValue), our guess was: \(guess?.rawValue ?? "no such program")"
    } + findings.compactMap(\.news)
  }
}
