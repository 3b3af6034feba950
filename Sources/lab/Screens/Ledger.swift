import LabShared
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// How the ledger of claims looks in a terminal.
struct Ledger {
  private let paper: Paper
  private let width: Int

  init(_ paper: Paper) {
    self.paper = paper.readable
    width = self.paper.width
  }

  func text(_ reports: [LessonReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let statements = Statements(reports.map(\.lesson))
    let groups =
      Article.allCases.map { (Origin.article($0).owner + ": \($0.title)", statements.of($0)) } + [
        (Origin.documentation(page: "").owner, statements.documented),
        (Statements.ownHeading, statements.own),
      ]
    let texts = groups.filter { !$0.1.isEmpty }.map { heading, entries in
      let own = entries.compactMap { entry in
        findings.first { $0.claim.id == entry.claim.id }
          .map { self.text(of: $0, entry) }
      }
      return ([paper.toned(heading.wrapped(to: width), .strong)] + own).joined(separator: "\n")
    }
    return (texts + [totals(findings, statements)]).joined(separator: "\n\n")
  }

  private func text(of finding: Finding, _ entry: Statements.Entry) -> String {
    let claim = finding.claim
    let verdict = finding.judgement.verdict
    let tone: Paper.Tone =
      finding.isFailure ? .bad : verdict == .confirmed ? .good : .remarkable
    let guess = finding.isNews ? "news: we guessed" : "expected"
    let flag = finding.isAsExpected ? "" : " (\(guess) \(finding.expected.rawValue)!)"
    let place = claim.expected.dependsOnPlatform ? ", differs by platform" : ""
    let said = ClaimText(claim)
    let seen = finding.isAsExpected ? [] : ["Seen: \(finding.judgement.seen)"]
    let lines =
      [claim.statement] + said.whereSaid + seen + ["Why: \(claim.expected.because)"]
      + said.platforms(seenFrom: finding.platform)
    return paper.toned("  \(claim.id.padded(to: 5)) \(verdict.rawValue)", tone)
      + "\(flag)\(place), lesson \(entry.lesson.number)\n"
      + lines.map { $0.wrapped(to: width, indent: 8) }.joined(separator: "\n")
  }

  private func totals(_ findings: [Finding], _ statements: Statements) -> String {
    let counts = Verdict.allCases.map { verdict in
      "\(findings.count { $0.judgement.verdict == verdict }) \(verdict.rawValue)"
    }
    let differing = findings.count(where: \.claim.expected.dependsOnPlatform)
    let expected = findings.count(where: \.isAsExpected)
    let guesses = findings.count { $0.claim.expected.basis == .unmeasured }
    let said = findings.count - statements.documented.count - statements.own.count
    let news = findings.compactMap(\.news)
    return
      ([
        "\(findings.count) claims: \(said) of the articles, \(statements.documented.count) of "
          + "Apple's documentation, \(statements.own.count) of our own. "
          + "\(counts.joined(separator: ", ")); "
          + "\(differing) depend on the platform. \(expected) of \(findings.count) verdicts are the "
          + "ones expected on \(Platform.current.displayName). "
          + "For \(guesses) macOS has not been measured: there we guess."
      ] + (news.isEmpty ? [] : ["News, not measured before. Please send us:"] + news))
      .map { $0.wrapped(to: width) }.joined(separator: "\n")
  }
}
