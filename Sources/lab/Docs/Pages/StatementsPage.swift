import LabShared
import OperationCourse
import OperationDownloads
import OperationTesting

/// All statements, article by article in the order of their text, then the documentation's and the
/// kit's: the generated part of `Lessons/statements.md`.
struct StatementsPage {
  let statements: Statements
  let language: Language

  private var tables: ClaimTables { ClaimTables(language: language) }

  var text: String {
    let articles = Article.allCases.map { article in
      "## \(article.heading(in: language))\n\n"
        + language("\(article.originalTitle)\n\n", "")
        + statements.parts(of: article).map(part).joined(separator: "\n\n")
    }
    let documented =
      language(
        "## Apple's documentation, where no article says it", "## 只有 Apple 的文档说过的") + "\n\n"
      + statements.documented.map(entry).joined(separator: "\n")
    let own =
      "## \(Statements.ownHeading(in: language))\n\n"
      + statements.own.map(entry).joined(separator: "\n")
    return ([counts] + articles + [documented, own]).joined(separator: "\n\n")
  }

  /// How many there are, and how they were decided.
  private var counts: String {
    let rows =
      Article.allCases.map {
        (language("Article \($0.rawValue)", "文章 \($0.rawValue)"), statements.of($0))
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

  private func part(_ part: Statements.Part) -> String {
    let heading = part.section.map { section in
      section.heading == section.english || language != .english
        ? section.heading : "\(section.heading) (\(section.english))"
    }
    return "### \(heading ?? language("Under no heading", "没有标题"))\n\n"
      + part.entries.map(entry).joined(separator: "\n")
  }

  private func entry(_ entry: Statements.Entry) -> String {
    let claim = entry.claim
    let further = statements.consequences(of: claim).map(\.claim.id)
    let colon = language(": ", "：")
    let belief = claim.isBelief ? language(" (often believed)", "（常见的误解）") : ""
    var lines = ["- **\(claim.id)**\(belief)\(colon)\(claim.statement(in: language))"]
    if let words = tables.words(claim) {
      let label =
        claim.origin.article == nil ? language("Page", "文档") : language("In its words", "原文")
      lines.append("  - \(label)\(colon)\(words)")
    }
    let page = Checkout.link("\(entry.lesson.folder)/README.md", in: language)
    let number = entry.lesson.number
    let others =
      claim.origin.article == nil || further.isEmpty
      ? "" : language("; see also ", "；另见 ") + further.joined(separator: language(", ", "、"))
    lines.append(
      "  - Linux\(colon)\(tables.verdict(claim, on: .linux))\(language(". ", "。"))"
        + "macOS\(colon)\(tables.verdict(claim, on: .darwin))\(language(". ", "。"))"
        + language("[Lesson \(number)]", "[第 \(number) 课]") + "(\(page))\(others)")
    return lines.joined(separator: "\n")
  }
}
