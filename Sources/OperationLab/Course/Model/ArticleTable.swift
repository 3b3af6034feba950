import OperationBench
import OperationDoctor
import OperationLab

/// What the kit makes of each sentence of an article, in the article's order:
/// `Lessons/articles/A.json` and so on.
///
/// It has no more of the article's text than the beginnings by which its sentences are found.
package struct ArticleTable: Decodable, Sendable {
  package let article: Article
  package let title: Heading
  /// The last signs of the article. What a website puts after them is not looked at.
  package let ends: String
  package let passages: [Passage]

  /// Sentences that follow each other and say one thing.
  package struct Passage: Decodable, Sendable {
    /// The heading above it, if it is the first one below a heading of the article.
    package let heading: Heading?
    package let sentences: [Sentence]
    /// What it says, in our words.
    package let says: Text
    /// Those that decide what it says. Another article may have the same one.
    package let claims: [String]?
    /// Why no claim decides it. `nil` if one does.
    package let kind: Kind?
    /// Claims about the same matter.
    package let see: [String]?
    /// A note of ours.
    package let note: Text?
    /// The lesson and the program that mirror it, such as `10 article`.
    package let run: String?
    /// Such as `10.2`.
    package let exercise: String?
  }

  /// Where a sentence begins.
  package struct Sentence: Decodable, Equatable, Sendable {
    /// In thousandths of the article's text.
    package let place: Int
    /// Its first signs, at most twelve.
    package let begins: String
  }

  /// As printed, and in English.
  package struct Heading: Decodable, Sendable {
    package let original: String
    package let english: String
  }

  /// A text in each language.
  package struct Text: Decodable, Sendable {
    let en: String
    let zh: String

    package func callAsFunction(_ language: Language) -> String {
      language == .english ? en : zh
    }
  }

  /// Why no claim decides a passage.
  package enum Kind: String, Decodable, Sendable {
    case heading, remark, example, term, opinion, advice, elsewhere, apple, untested

    /// As a note behind the passage. `nil` where the passage shows it.
    package var words: Phrase? {
      switch self {
      case .heading: nil
      case .remark: "Nothing to decide: a remark to the reader."
      case .example: "Nothing to decide: an example that other sentences explain."
      case .term: "Nothing to decide: the meaning of a word."
      case .opinion: "Nothing to decide: an opinion."
      case .advice: "Nothing to decide: advice."
      case .elsewhere: "Not tested: other software."
      case .apple: "Not tested: it exists only on Apple's platforms."
      case .untested: "Not tested."
      }
    }
  }

  /// Of all articles, in their order.
  package static let all: [Self] = Article.allCases.compactMap {
    Checkout.decoded("Lessons/articles/\($0.rawValue).json")
  }

  /// The passage that a claim of this article quotes.
  package func quoting(_ claim: Claim) -> Passage? {
    guard claim.origin.article == article else { return nil }
    let saying = passages.filter { $0.claims?.contains(claim.id) == true }
    let place = claim.origin.passage?.place ?? 0
    return saying.last { $0.sentences[0].place <= place } ?? saying.first
  }

  /// The articles that say what a claim says, besides the one that it quotes.
  static func others(than article: Article, saying claim: String) -> [Article] {
    all.filter { $0.passages.contains { $0.claims?.contains(claim) == true } }
      .map(\.article).filter { $0 != article }
  }
}

extension ArticleTable.Passage {
  /// The claims that decide it, with their lessons.
  package var entries: [Statements.Entry] { Self.entries(claims) }

  /// The claims about the same matter, and the consequences that the kit adds to those that decide.
  package var related: [Statements.Entry] {
    var shown = Set(claims ?? [])
    let consequences = entries.flatMap { Self.all.consequences(of: $0.claim) }
    return (Self.entries(see) + consequences).filter { shown.insert($0.claim.id).inserted }
  }

  /// The lesson and the program that mirror it.
  package var place: ArticleIndex.Place? {
    guard let words = run?.split(separator: " "), let lesson = Int(words[0]) else { return nil }
    return .init(lesson: lesson, program: String(words[1]))
  }

  /// Whether its words, ours or a quotation from it have this text. Small and capital letters count
  /// as one.
  func mentions(_ text: String, in article: Article) -> Bool {
    let passages = entries.filter { $0.claim.origin.article == article }
      .compactMap(\.claim.origin.passage)
    return
      ([says.en, says.zh] + sentences.map(\.begins) + passages.flatMap { [$0.words, $0.english] })
      .contains { $0.lowercased().contains(text) }
  }

  private static func entries(_ ids: [String]?) -> [Statements.Entry] {
    (ids ?? []).compactMap { id in all.entries.first { $0.claim.id == id } }
  }

  private static let all = Statements(Lessons.all)
}

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
      article: language(
        "Article \(article.rawValue), after \(passage.sentences[0].place / 10) % of it"),
      words: passage.says(language) + " (\(passage.sentences[0].begins)…)", names: [],
      found: (verdicts + [kind, passage.note?(language)].compactMap(\.self))
        .joined(separator: "\n"),
      places: passage.entries.map { entry in
        .init(lesson: entry.lesson.number, program: entry.claim.scenarios.first?.program)
      } + [passage.place].compactMap(\.self))
  }
}
