import LabKit
import OperationCourse
import OperationDownloads
import OperationBench

/// How many statements there are, and those that no article makes: the generated part of
/// `Lessons/statements.md`. Each article has a page of its own, which ``ArticlePage`` makes.
struct StatementsPage {
  let statements: Statements
  let language: Language

  private var tables: ClaimTables { ClaimTables(language: language) }

  var text: String {
    let documented =
      "## \(language("Apple's documentation, where no article says it"))\n\n"
      + statements.documented.map(entry).joined(separator: "\n")
    let own =
      "## \(language(Statements.ownHeading))\n\n"
      + statements.own.map(entry).joined(separator: "\n")
    return [counts, documented, own].joined(separator: "\n\n")
  }

  /// How many there are, and how they were decided.
  private var counts: String {
    let rows =
      Article.allCases.map { article in
        let page = Checkout.link(ArticlePage.path(of: article), in: language)
        let name = language("Article \(article.rawValue)")
        return ("[\(name)](\(page))", statements.of(article))
      } + [
        (language("Apple's documentation"), statements.documented),
        (language("The kit, and often believed"), statements.own),
        (language("All"), statements.entries),
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
          "| Who says it | Statements | Confirmed on Linux | Refuted on Linux | On macOS only guessed |"
        ),
        "|---|---|---|---|---|",
      ] + lines).joined(separator: "\n")
  }

  private func entry(_ entry: Statements.Entry) -> String {
    let claim = entry.claim
    let name = "**\(claim.id)**" + (claim.isBelief ? language(" (often believed)") : "")
    var lines = ["- " + language("\(name): \(claim.statement(in: language))")]
    if let words = tables.words(claim) { lines.append("  - " + language("Page: \(words)")) }
    let page = Checkout.link("\(entry.lesson.folder)/README.md", in: language)
    let (linux, darwin) = (tables.verdict(claim, on: .linux), tables.verdict(claim, on: .darwin))
    let lesson = "[\(language("Lesson \(entry.lesson.number)"))](\(page))"
    lines.append("  - " + language("Linux: \(linux). macOS: \(darwin). \(lesson)"))
    return lines.joined(separator: "\n")
  }
}
