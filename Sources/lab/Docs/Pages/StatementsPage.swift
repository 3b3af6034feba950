import LabShared
import OperationCourse
import OperationDownloads
import OperationTesting

/// How many statements there are, and those that no article makes: the generated part of
/// `Lessons/statements.md`. Each article has a page of its own, which ``ArticlePage`` makes.
struct StatementsPage {
  let statements: Statements
  let language: Language

  private var tables: ClaimTables { ClaimTables(language: language) }

  var text: String {
    let documented =
      language(
        "## Apple's documentation, where no article says it", "## 只有 Apple 的文档说过的") + "\n\n"
      + statements.documented.map(entry).joined(separator: "\n")
    let own =
      "## \(Statements.ownHeading(in: language))\n\n"
      + statements.own.map(entry).joined(separator: "\n")
    return [counts, documented, own].joined(separator: "\n\n")
  }

  /// How many there are, and how they were decided.
  private var counts: String {
    let rows =
      Article.allCases.map { article in
        let page = Checkout.link(ArticlePage.path(of: article), in: language)
        let name = language("Article \(article.rawValue)", "文章 \(article.rawValue)")
        return ("[\(name)](\(page))", statements.of(article))
      } + [
        (language("Apple's documentation", "Apple 的文档"), statements.documented),
        (language("The kit, and often believed", "本套件与常见的误解"), statements.own),
        (language("All", "合计"), statements.entries),
      ]
    let lines = rows.map { owner, entries in
      let claims = entries.map(\.claim)
      let verdicts = [Verdict.confirmed, .refuted].map { verdict in
        claims.count { $0.expected.linux == verdict && !$0.expected.varies }
      }
      let guesses = claims.count { $0.expected.basis == .unmeasured }
      return "| \(owner) | \(claims.count) | \(verdicts[0]) | \(verdicts[1]) | \(guesses) |"
    }
    return
      ([
        language(
          "| Who says it | Statements | Confirmed on Linux | Refuted on Linux | On macOS only guessed |",
          "| 谁说的 | 论断 | 在 Linux 上成立 | 在 Linux 上不成立 | macOS 上只是猜测 |"),
        "|---|---|---|---|---|",
      ] + lines).joined(separator: "\n")
  }

  private func entry(_ entry: Statements.Entry) -> String {
    let claim = entry.claim
    let colon = language(": ", "：")
    let belief = claim.isBelief ? language(" (often believed)", "（常见的误解）") : ""
    var lines = ["- **\(claim.id)**\(belief)\(colon)\(claim.statement(in: language))"]
    if let words = tables.words(claim) {
      lines.append("  - " + language("Page", "文档") + "\(colon)\(words)")
    }
    let page = Checkout.link("\(entry.lesson.folder)/README.md", in: language)
    let number = entry.lesson.number
    lines.append(
      "  - Linux\(colon)\(tables.verdict(claim, on: .linux))\(language(". ", "。"))"
        + "macOS\(colon)\(tables.verdict(claim, on: .darwin))\(language(". ", "。"))"
        + language("[Lesson \(number)]", "[第 \(number) 课]") + "(\(page))")
    return lines.joined(separator: "\n")
  }
}
