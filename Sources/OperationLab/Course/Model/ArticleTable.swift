import OperationDoctor
import OperationLab
import OperationBench

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
