import LabShared
import OperationCourse
import OperationLab
import OperationTesting

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
        let english = heading.original == heading.english ? "" : " (\(heading.english))"
        return "\n## \(heading.original)\(language(english, ""))\n\n"
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
    let kind = passage.kind?.words(in: language).map { language(" (\($0))", "（\($0)）") }
    return "- \(beginnings) \(passage.says(language))\(kind ?? "")"
  }

  /// The verdicts, the lesson and the statement, and the quotation if it is from this passage.
  private func entry(_ entry: Statements.Entry, in passage: ArticleTable.Passage) -> [String] {
    let claim = entry.claim
    let colon = language(": ", "：")
    let verdicts = [Platform.linux, .darwin].map { platform in
      "\(platform.displayName)\(colon)\(tables.verdict(claim, on: platform))"
    }.joined(separator: language(", ", "，"))
    let isQuoted = table.quoting(claim)?.sentences.first == passage.sentences.first
    let words = isQuoted ? tables.words(claim) : nil
    return [
      "**\(verdicts)**\(language(". ", "。"))\(link(entry))\(colon)\(claim.statement(in: language))"
    ] + (words.map { [language("In its words: ", "原文：") + $0] } ?? [])
  }

  private func others(_ passage: ArticleTable.Passage) -> [String] {
    var lines: [String] = []
    if let note = passage.note { lines.append(note(language)) }
    if !passage.related.isEmpty {
      lines.append(
        language("See also ", "另见 ")
          + passage.related.map(link).joined(separator: language(", ", "、")))
    }
    if let place = passage.place {
      let program = place.program.map { " --program \($0)" } ?? ""
      lines.append(language("Run it: ", "运行：") + "`swift run lab lesson \(place.lesson)\(program)`")
    }
    if let exercise = passage.exercise {
      lines.append(language("Exercise: ", "练习：") + "`swift run lab exercise \(exercise)`")
    }
    return lines
  }

  private func link(_ entry: Statements.Entry) -> String {
    let page = Checkout.link("\(entry.lesson.folder)/README.md", in: language)
    let lesson = language("lesson \(entry.lesson.number)", "第 \(entry.lesson.number) 课")
    return "[\(entry.claim.id)\(language(", ", "，"))\(lesson)](\(page))"
  }
}
