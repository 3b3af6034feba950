import OperationCourse
import OperationBench

/// The verdicts on the statements that the runs so far decide.
struct VerdictLines {
  private let report: LessonReport?

  init(runs: [Run], scenes: [Scene]) {
    report = scenes.first.map { LessonReport(lesson: $0.lesson, runs: runs) }
  }

  /// A line each, and what the signs mean.
  func inShort(_ paper: Paper) -> [String] {
    guard let report else { return [] }
    let say = paper.language
    let signs = say(
      "\(sign(.confirmed, paper)) so it is here   \(sign(.refuted, paper)) it is not so here   ? the runs do not say"
    )
    let mark = say("! not the verdict that we expected on \(report.platform.displayName)")
    let lines = report.findings.map { line($0, paper) }
    let isStrange = report.findings.contains { !$0.isAsExpected }
    return [lines.joined(separator: "\n")]
      + [
        (isStrange ? [signs, mark] : [signs]).map { $0.wrapped(to: paper.width) }
          .joined(separator: "\n")
      ]
  }

  /// Each in full: the rule, what was seen, why. Whose statement it is stands at the end.
  func inFull(_ paper: Paper) -> [String] {
    guard let report else { return [] }
    let say = paper.language
    return report.findings.map { finding in
      let claim = finding.claim
      var lines = [
        "\(sign(finding.judgement.verdict, paper)) \(claim.statement(in: say))"
          .wrapped(to: paper.width, indent: 2, firstIndent: ""),
        say("Seen: \(finding.judgement.seen)").wrapped(to: paper.width, indent: 2),
        say("Why: \(claim.because(in: say))").wrapped(to: paper.width, indent: 2),
      ]
      lines += finding.judgement.evidence.prefix(4).map {
        "\($0.program) \(say.line(of: $0.event))"
          .wrapped(to: paper.width, indent: 8, firstIndent: "    ")
      }
      if claim.expected.varies {
        lines.append("  " + say("This varies from run to run."))
      }
      lines.append("  (\(claim.owner(in: say)), \(claim.id))")
      if !paper.isASCII, let original = ClaimText(claim).original {
        lines.append(original.wrapped(to: paper.width, indent: 2))
      }
      return lines.joined(separator: "\n")
    }
  }

  private func line(_ finding: Finding, _ paper: Paper) -> String {
    let start =
      sign(finding.judgement.verdict, paper) + (finding.isAsExpected ? " " : "! ")
    return (start + finding.claim.statement(in: paper.language) + " (\(finding.claim.id))")
      .wrapped(to: paper.width, indent: 2, firstIndent: "")
  }

  private func sign(_ verdict: Verdict, _ paper: Paper) -> String {
    LessonScreen(paper).mark(verdict)
  }
}
