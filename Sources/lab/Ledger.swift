import OperationLab

/// How the ledger of claims looks in a terminal.
struct Ledger {
  private let paper: Paper
  private let width: Int

  init(_ paper: Paper) {
    self.paper = paper.readable
    width = self.paper.width
  }

  func text(_ reports: [LessonReport]) -> String {
    let rows = reports.flatMap { report in report.findings.map { ($0, report.lesson.number) } }
    let groups = Article.allCases.compactMap { article -> String? in
      let own = rows.filter { $0.0.claim.source == article }
      guard !own.isEmpty else { return nil }
      let heading = "Article \(article.rawValue): \(article.title)".wrapped(to: width)
      return ([paper.toned(heading, .strong)] + own.map(entry)).joined(separator: "\n")
    }
    return (groups + [totals(rows.map(\.0))]).joined(separator: "\n\n")
  }

  private func entry(_ finding: Finding, inLesson lesson: Int) -> String {
    let verdict = finding.judgement.verdict
    let tone: Paper.Tone =
      !finding.isAsExpected ? .bad : verdict == .confirmed ? .good : .remarkable
    let flag = finding.isAsExpected ? "" : " (expected \(finding.expected.rawValue)!)"
    let place = finding.claim.expected.dependsOnPlatform ? ", differs by platform" : ""
    return paper.toned("  \(finding.claim.id.padded(to: 5)) \(verdict.rawValue)", tone)
      + "\(flag)\(place), lesson \(lesson)\n"
      + finding.claim.statement.wrapped(to: width, indent: 8) + "\n"
      + "Why: \(finding.claim.expected.because)".wrapped(to: width, indent: 8)
  }

  private func totals(_ findings: [Finding]) -> String {
    let counts = Verdict.allCases.map { verdict in
      "\(findings.count { $0.judgement.verdict == verdict }) \(verdict.rawValue)"
    }
    let differing = findings.count(where: \.claim.expected.dependsOnPlatform)
    let expected = findings.count(where: \.isAsExpected)
    return
      ("\(findings.count) claims: \(counts.joined(separator: ", ")); "
      + "\(differing) depend on the platform. \(expected) of \(findings.count) verdicts are the "
      + "ones expected on \(Platform.current.displayName).").wrapped(to: width)
  }
}
