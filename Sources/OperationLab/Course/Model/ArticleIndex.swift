import OperationBench

/// The names, logs and scenarios of the articles, and where the kit runs them: the rows of
/// `Lessons/find-your-article.md`, and the passages of the tables.
package enum ArticleIndex {
  /// A row of the page or a passage, as in the JSON.
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
  package static let entries = rows(in: .english)

  /// The same in a language.
  package static func entries(in language: Language) -> [Entry] {
    language == .english ? entries : chinese
  }

  private static let chinese = rows(in: .chinese)

  /// The rows of the page in which the article says that, then the passages of the articles. If
  /// there are none, the rows in which the kit found it.
  package static func search(_ text: String, in language: Language = .english) -> [Entry] {
    let text = text.lowercased()
    func rows(_ isFound: (Entry) -> Bool) -> [Entry] {
      zip(entries, chinese).filter { isFound($0) || isFound($1) }
        .map { language == .english ? $0 : $1 }
    }
    let said = rows {
      $0.words.lowercased().contains(text) || $0.article.lowercased() == text
    }
    let passages = ArticleTable.all.flatMap { table in
      table.passages.filter { $0.mentions(text, in: table.article) }
        .map { Entry($0, of: table.article, in: language) }
    }
    let found = said + passages
    return found.isEmpty ? rows { $0.found.lowercased().contains(text) } : found
  }

  private static func rows(in language: Language) -> [Entry] {
    var article = ""
    return (Checkout.text(language.path("Lessons/find-your-article.md")) ?? "")
      .split(separator: "\n").compactMap { line in
        if line.hasPrefix("## ") { article = String(line.dropFirst(3)) }
        let cells = line.split(separator: "|").map { plain($0) }
        guard cells.count == 3, let places = places(in: line) else { return nil }
        let names = line.prefix { $0 != "[" }.matches(of: /`([^`]+)`/).map { String($0.output.1) }
        return Entry(
          article: article, words: cells[0], names: names, found: cells[2], places: places)
      }
  }

  /// `nil` for a row that leads nowhere, such as the heading of a table.
  private static func places(in line: Substring) -> [Place]? {
    let links = line.matches(of: /\[(\d+)(?:(?:, |，)`([^`]+)`)?\]\(/).compactMap { match in
      Int(match.output.1).map { Place(lesson: $0, program: match.output.2.map(String.init)) }
    }
    return links.isEmpty ? nil : links
  }

  private static func plain(_ cell: Substring) -> String {
    cell.filter { !"`*".contains($0) }.split(separator: " ").joined(separator: " ")
  }
}

extension ArticleIndex.Entry {
  /// A passage of an article, with the verdicts on it and the programs that decide them.
  fileprivate init(_ passage: ArticleTable.Passage, of article: Article, in language: Language) {
    let verdicts = passage.entries.map { entry in
      let (claim, expected) = (entry.claim, entry.claim.expected)
      let isGuess = expected.basis == .unmeasured
      let basis =
        isGuess ? language(" (we guess)") : language(" (\(text: expected.basis.name))")
      let (linux, darwin) = (expected.linux.name(in: language), expected.darwin.name(in: language))
      let statement = claim.statement(in: language)
      return language("\(claim.id): \(statement) Linux: \(linux). macOS: \(darwin)\(basis).")
    }
    let kind = passage.kind?.words.map { language($0) }
    self.init(
      article: language("Article \(article.rawValue), \(passage.sentences[0].place)/1000"),
      words: passage.says(language) + " (\(passage.sentences[0].begins)…)", names: [],
      found: (verdicts + [kind, passage.note?(language)].compactMap(\.self))
        .joined(separator: "\n"),
      places: passage.entries.map { entry in
        .init(lesson: entry.lesson.number, program: entry.claim.scenarios.first?.program)
      } + [passage.place].compactMap(\.self))
  }
}
