import OperationCourse
import OperationDoctor
import OperationDownloads
import OperationBench
import OperationLab

/// How the ledger of claims looks in a terminal.
struct Ledger {
  private let paper: Paper
  private let width: Int
  private let language: Language

  init(_ paper: Paper, _ language: Language = .english) {
    self.paper = paper.readable
    self.language = language
    width = self.paper.width
  }

  func text(_ reports: [LessonReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let statements = Statements(reports.map(\.lesson))
    let groups =
      Article.allCases.map { article in
        (article.heading(in: language), statements.of(article))
      } + [
        (language(Origin.documentation(page: "").owner), statements.documented),
        (language(Statements.ownHeading), statements.own),
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
    let expected = finding.expected.name(in: language)
    let flag: Phrase =
      finding.isAsExpected
      ? "" : finding.isNews ? " (news: we guessed \(expected)!)" : " (expected \(expected)!)"
    let place: Phrase = claim.expected.dependsOnPlatform ? ", differs by platform" : ""
    let said = ClaimText(claim, language)
    let seen = finding.isAsExpected ? [] : [language("Seen: \(finding.judgement.seen)")]
    let lines =
      [claim.statement(in: language)] + said.whereSaid + seen
      + [language("Why: \(claim.because(in: language))")]
      + said.platforms(seenFrom: finding.platform)
    return paper.toned("  \(claim.id.padded(to: 5)) \(verdict.name(in: language))", tone)
      + language("\(flag)\(place), lesson \(entry.lesson.number)") + "\n"
      + lines.map { $0.wrapped(to: width, indent: 8) }.joined(separator: "\n")
  }

  private func totals(_ findings: [Finding], _ statements: Statements) -> String {
    let counts = Verdict.allCases.map { verdict in
      "\(findings.count { $0.judgement.verdict == verdict }) \(verdict.name(in: language))"
    }
    let differing = findings.count(where: \.claim.expected.dependsOnPlatform)
    let expected = findings.count(where: \.isAsExpected)
    let guesses = findings.count { $0.claim.expected.basis == .unmeasured }
    let said = findings.count - statements.documented.count - statements.own.count
    let news = findings.compactMap(\.news)
    let (documented, own) = (statements.documented.count, statements.own.count)
    let platform = Platform.current.displayName
    let summary = language([
      """
      \(findings.count) claims: \(said) of the articles, \(documented) of Apple's documentation, \
      \(own) of our own.
      """,
      "\(counts.joined(separator: language(", "))); \(differing) depend on the platform.",
      "\(expected) of \(findings.count) verdicts are the ones expected on \(platform).",
      "For \(guesses) macOS has not been measured: there we guess.",
    ])
    let plea = language("News, not measured before. Please send us:")
    return ([summary] + (news.isEmpty ? [] : [plea] + news))
      .map { $0.wrapped(to: width) }.joined(separator: "\n")
  }
}
