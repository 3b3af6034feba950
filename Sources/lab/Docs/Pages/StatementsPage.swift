import LabShared
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// All statements, article by article in the order of their text, then the documentation's and the
/// kit's: the generated part of `Lessons/statements.md`.
struct StatementsPage {
  private let statements: Statements

  init(_ statements: Statements) { self.statements = statements }

  var text: String {
    let articles = Article.allCases.map { article in
      "## Article \(article.rawValue): \(article.title)\n\n\(article.originalTitle)\n\n"
        + statements.parts(of: article).map(part).joined(separator: "\n\n")
    }
    let documented =
      "## Apple's documentation, where no article says it\n\n"
      + statements.documented.map(entry).joined(separator: "\n")
    let own =
      "## \(Statements.ownHeading)\n\n"
      + statements.own.map(entry).joined(separator: "\n")
    return ([counts] + articles + [documented, own]).joined(separator: "\n\n")
  }

  /// How many there are, and how they were decided.
  private var counts: String {
    let rows =
      Article.allCases.map { ("Article \($0.rawValue)", statements.of($0)) } + [
        ("Apple's documentation", statements.documented),
        ("The kit, and often believed", statements.own),
        ("All", statements.entries),
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
        "| Who says it | Statements | Confirmed on Linux | Refuted on Linux | On macOS only guessed |",
        "|---|---|---|---|---|",
      ] + lines).joined(separator: "\n")
  }

  private func part(_ part: Statements.Part) -> String {
    let heading = part.section.map { section in
      section.heading == section.english
        ? section.heading : "\(section.heading) (\(section.english))"
    }
    return "### \(heading ?? "Under no heading")\n\n"
      + part.entries.map(entry).joined(separator: "\n")
  }

  private func entry(_ entry: Statements.Entry) -> String {
    let claim = entry.claim
    let further = statements.consequences(of: claim).map(\.claim.id)
    var lines = [
      "- **\(claim.id)**\(claim.isBelief ? " (often believed)" : ""): \(claim.statement)"
    ]
    if let words = ClaimTables.words(claim) {
      lines.append("  - \(claim.origin.article == nil ? "Page" : "In its words"): \(words)")
    }
    lines.append(
      "  - Linux: \(ClaimTables.verdict(claim, on: .linux)). "
        + "macOS: \(ClaimTables.verdict(claim, on: .darwin)). "
        + "[Lesson \(entry.lesson.number)](\(entry.lesson.folder)/README.md)"
        + (claim.origin.article == nil || further.isEmpty
          ? "" : "; see also \(further.joined(separator: ", "))"))
    return lines.joined(separator: "\n")
  }
}
