import LabKit
import OperationCourse
import OperationBench

/// An article, passage by passage: what it says, the verdicts and the lessons. The generated part of
/// `Lessons/article-a.md` and so on.
struct ArticlePage {
  let table: ArticleTable
  let language: Language

  private var tables: ClaimTables { ClaimTables(language: language) }

  /// The path of the page, below the folder of the lessons.
  static func path(of article: Article) -> String {
    "article-\(article.rawValue.lowercased()).md"
  }

  var text: String {
    table.passages.map { passage in
      let heading = passage.heading.map { heading in
        let isTranslated = language == .english && heading.original != heading.english
        return "\n## \(heading.original)\(isTranslated ? " (\(heading.english))" : "")\n\n"
      }
      let lines =
        [head(passage)] + passage.entries.flatMap { entry($0, in: passage) } + others(passage)
      // Two claims may quote one sentence.
      let unique = lines.enumerated().filter { !lines[..<$0].contains($1) }.map(\.element)
      return (heading ?? "") + unique.joined(separator: "\n  - ")
    }.joined(separator: "\n")
  }

  private func head(_ passage: ArticleTable.Passage) -> String {
    let beginnings = passage.sentences.map { "`\($0.begins)…`" }.joined(separator: " ")
    let kind = passage.kind?.words.map { language(" (\($0))") }
    return "- \(beginnings) \(passage.says(language))\(kind ?? "")"
  }

  /// The verdicts, the lesson and the statement, and the quotation if it is from this passage.
  private func entry(_ entry: Statements.Entry, in passage: ArticleTable.Passage) -> [String] {
    let claim = entry.claim
    let (linux, darwin) = (tables.verdict(claim, on: .linux), tables.verdict(claim, on: .darwin))
    let statement = claim.statement(in: language)
    let isQuoted = table.quoting(claim)?.sentences.first == passage.sentences.first
    let words = isQuoted ? tables.words(claim) : nil
    return [
      language("**Linux: \(linux), macOS: \(darwin)**. \(link(entry)): \(statement)")
    ] + (words.map { [language("In its words: \($0)")] } ?? [])
  }

  private func others(_ passage: ArticleTable.Passage) -> [String] {
    var lines: [String] = []
    if let note = passage.note { lines.append(note(language)) }
    if !passage.related.isEmpty {
      let links = passage.related.map(link).joined(separator: language(", "))
      lines.append(language("See also \(links)"))
    }
    if let place = passage.place {
      let program = place.program.map { " --program \($0)" } ?? ""
      let command = "`swift run lab lesson \(place.lesson)\(program)`"
      lines.append(language("Run it: \(command)"))
    }
    if let exercise = passage.exercise {
      let command = "`swift run lab exercise \(exercise)`"
      lines.append(language("Exercise: \(command)"))
    }
    return lines
  }

  private func link(_ entry: Statements.Entry) -> String {
    let page = Checkout.link("\(entry.lesson.folder)/README.md", in: language)
    return "[\(language("\(entry.claim.id), lesson \(entry.lesson.number)"))](\(page))"
  }
}
