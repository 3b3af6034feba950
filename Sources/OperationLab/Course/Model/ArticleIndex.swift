/// The names, logs and scenarios of the articles, and where the kit runs them: the rows of
/// `Lessons/find-your-article.md`.
package enum ArticleIndex {
  /// A row of the page, as in the JSON.
  package struct Entry: Encodable, Sendable {
    /// Such as `Article C`.
    package let article: String
    /// The words of the article that one looks for, without marks of Markdown.
    package let words: String
    /// The names in them that are code.
    package let names: [String]
    /// What was found.
    package let found: String
    /// Where it is mirrored, in order.
    package let places: [Place]
  }

  /// A lesson, or one of its programs.
  package struct Place: Encodable, Sendable {
    package let lesson: Int
    package let program: String?
  }

  /// In the order of the page.
  package static let entries: [Entry] = {
    var article = ""
    return (EmbeddedText.files["Lessons/find-your-article.md"] ?? "")
      .split(separator: "\n").compactMap { line in
        if line.hasPrefix("## ") { article = String(line.dropFirst(3)) }
        let cells = line.split(separator: "|").map { plain($0) }
        guard cells.count == 3, let places = places(in: line) else { return nil }
        let names = line.prefix { $0 != "[" }.matches(of: /`([^`]+)`/).map { String($0.output.1) }
        return Entry(
          article: article, words: cells[0], names: names, found: cells[2], places: places)
      }
  }()

  /// The rows in which the article says that, or else those in which the kit found it.
  package static func search(_ text: String) -> [Entry] {
    let text = text.lowercased()
    let said = entries.filter {
      $0.words.lowercased().contains(text) || $0.article.lowercased() == text
    }
    return said.isEmpty ? entries.filter { $0.found.lowercased().contains(text) } : said
  }

  /// `nil` for a row that leads nowhere, such as the heading of a table.
  private static func places(in line: Substring) -> [Place]? {
    let links = line.matches(of: /\[(\d+)(?:, `([^`]+)`)?\]\(/).compactMap { match in
      Int(match.output.1).map { Place(lesson: $0, program: match.output.2.map(String.init)) }
    }
    return links.isEmpty ? nil : links
  }

  private static func plain(_ cell: Substring) -> String {
    cell.filter { !"`*".contains($0) }.split(separator: " ").joined(separator: " ")
  }
}
