import LabShared
import OperationCourse
import OperationDownloads
import OperationTesting
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
        (Origin.documentation(page: "").owner(in: language), statements.documented),
        (Statements.ownHeading(in: language), statements.own),
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
    let guess =
      finding.isNews ? language("news: we guessed", "新发现，我们的猜测是") : language("expected", "预期")
    let flag =
      finding.isAsExpected ? "" : " (\(guess) \(finding.expected.name(in: language))!)"
    let place =
      claim.expected.dependsOnPlatform ? language(", differs by platform", "，因平台而异") : ""
    let said = ClaimText(claim, language)
    let seen =
      finding.isAsExpected ? [] : [language("Seen: \(finding.judgement.seen)")]
    let lines =
      [claim.statement(in: language)] + said.whereSaid + seen
      + [language("Why: ", "原因：") + claim.because(in: language)]
      + said.platforms(seenFrom: finding.platform)
    let number = entry.lesson.number
    return paper.toned("  \(claim.id.padded(to: 5)) \(verdict.name(in: language))", tone)
      + "\(flag)\(place)" + language(", lesson \(number)\n", "，第 \(number) 课\n")
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
    let summary = language(
      "\(findings.count) claims: \(said) of the articles, \(documented) of "
        + "Apple's documentation, \(own) of our own. "
        + "\(counts.joined(separator: ", ")); "
        + "\(differing) depend on the platform. \(expected) of \(findings.count) verdicts are the "
        + "ones expected on \(Platform.current.displayName). "
        + "For \(guesses) macOS has not been measured: there we guess.",
      "共 \(findings.count) 条论断：文章 \(said) 条，Apple 的文档 \(documented) 条，我们自己的 \(own) 条。"
        + "\(counts.joined(separator: "，"))。\(differing) 条因平台而异。"
        + "\(findings.count) 个判定里，\(expected) 个与 \(Platform.current.displayName) 上的预期相同。"
        + "\(guesses) 条还没有在 macOS 上实测，只是我们的猜测。")
    let plea = language(
      "News, not measured before. Please send us:", "新发现，以前没有实测过。请发给我们：")
    return ([summary] + (news.isEmpty ? [] : [plea] + news))
      .map { $0.wrapped(to: width) }.joined(separator: "\n")
  }
}
