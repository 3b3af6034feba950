import Foundation
import OperationDoctor
import OperationDownloads
import OperationLab
import OperationBench

/// A language that pages and the ledger stand in. English is the original.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh"

  /// The language of messages that a process was started with, as POSIX names it. English if it is none
  /// of these.
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    self = Self.allCases.first { locale?.hasPrefix($0.rawValue) == true } ?? .english
  }

  /// As HTML names it.
  var tag: String { self == .english ? "en" : "zh-Hans" }

  /// The path of a page in this language, from that of the English one: `README.zh.md`.
  package func path(_ page: String) -> String {
    self == .english ? page : page.dropLast(3) + ".\(rawValue).md"
  }

  /// The path of the English page, and the language of this one.
  package static func original(of path: String) -> (page: String, language: Language) {
    for language in allCases where language != .english {
      let ending = ".\(language.rawValue).md"
      if path.hasSuffix(ending) { return (path.dropLast(ending.count) + ".md", language) }
    }
    return (path, .english)
  }
}

/// What `claims.zh.json` of each lesson and `Lessons/lessons.zh.json` say: the ledger's sentences in
/// Chinese, each beside a mark of the English text that it translates.
package enum Translation {
  /// A claim's sentences.
  struct Claim: Decodable, Sendable {
    let statement: String
    let why: String
    /// What is wrong with the article's words.
    let but: String?
    /// Where it is reported what macOS does.
    let reported: String?
    let of: String
  }

  /// What a lesson's page and the lists say of it.
  struct Lesson: Decodable, Sendable {
    let title: String
    let question: String?
    let rules: [String]
    /// The titles, by place.
    let exercises: [String: String]?
    let of: String
  }

  /// By id.
  static let claims: [String: Claim] = {
    let all: [String: [String: Claim]] = Checkout.decodedByFolder(from: "claims.zh.json")
    return all.values.reduce(into: [:]) { all, file in all.merge(file) { first, _ in first } }
  }()

  /// What the terminal says and what lessons ask and answer, by the English words: a text that has
  /// changed has no translation any more.
  static let texts: [String: String] = {
    let words: [String: String] = Checkout.decoded("Lessons/words.zh.json") ?? [:]
    return ([words] + textsByFolder.values + [help]).reduce(into: titles) { all, file in
      all.merge(file) { first, _ in first }
    }
  }()

  /// What `--help` says.
  package static let help: [String: String] = Checkout.decoded("Lessons/help.zh.json") ?? [:]

  /// What each lesson, its goals and recaps, the test and the rules of `lab check` say, by folder.
  package static let textsByFolder: [String: [String: String]] =
    Checkout.decodedByFolder(from: "texts.zh.json")

  /// The questions of the lessons, and the titles of their exercises.
  private static var titles: [String: String] {
    lessons.reduce(into: [:]) { all, entry in
      guard let lesson = Lessons.find(entry.key) else { return }
      all[lesson.question] = entry.value.question
      for exercise in Exercises.of(lesson.number) {
        all[exercise.title] = exercise.title(in: .chinese)
      }
    }
  }

  /// What the script of a page says, by the English words.
  static let page: [String: String] = Checkout.decoded("Lessons/page.zh.json") ?? [:]

  /// By number.
  static let lessons: [String: Lesson] = Checkout.decoded("Lessons/lessons.zh.json") ?? [:]

  /// The first eight digits of a number that a text always has.
  package static func mark(of text: String) -> String {
    String(StableHash.digits(StableHash.of(Data(text.utf8))).prefix(8))
  }
}

// A text without a translation stays English.
extension Claim {
  /// Whose statement it is, in a language: each article that says so.
  package func owner(in language: Language) -> String {
    let others = origin.article.map { ArticleTable.others(than: $0, saying: id) } ?? []
    guard let article = origin.article, !others.isEmpty else { return language(owner) }
    let letters = ([article] + others).map(\.rawValue).sorted()
    let (names, last) = (letters.dropLast().joined(separator: language(", ")), letters.last!)
    return language(
      origin.passage?.page == nil
        ? "Articles \(names) and \(last)"
        : "Articles \(names) and \(last), and Apple's documentation")
  }

  private func translation(in language: Language) -> Translation.Claim? {
    language == .english ? nil : Translation.claims[id]
  }

  package func statement(in language: Language) -> String {
    translation(in: language)?.statement ?? statement
  }

  /// Why the verdict is as expected.
  package func because(in language: Language) -> String {
    translation(in: language)?.why ?? expected.because
  }

  /// What the verdict for a platform rests on, with the place of a report named in a language.
  package func basis(on platform: Platform, in language: Language) -> Expectation.Basis {
    let basis = expected.basis(on: platform)
    guard case .reported(let place) = basis else { return basis }
    return .reported(translation(in: language)?.reported ?? place)
  }

  /// What is wrong with the article's words. `nil` if nothing is.
  package func correction(in language: Language) -> String? {
    origin.passage?.correction.map { translation(in: language)?.but ?? $0 }
  }
}

extension Article {
  /// Its letter and its title, in a language.
  package func heading(in language: Language) -> String {
    let title = ArticleTable.all.first { $0.article == self }?.title
    let words = language == .english ? title?.english : title?.original
    return language("Article \(rawValue): \(words ?? "")")
  }
}

extension Statements {
  /// The heading above ``own``.
  package static let ownHeading: Phrase =
    "The kit: what we measured besides, and what is often believed"
}

extension Lesson {
  private func translation(in language: Language) -> Translation.Lesson? {
    language == .english ? nil : Translation.lessons["\(number)"]
  }

  package func title(in language: Language) -> String {
    translation(in: language)?.title ?? title
  }

  package func question(in language: Language) -> String {
    translation(in: language)?.question ?? question
  }

  package func rules(in language: Language) -> [String] {
    translation(in: language)?.rules ?? rules
  }
}

extension Exercise {
  package func title(in language: Language) -> String {
    if isExam { return language.text(title) }
    if language == .english { return title }
    return Translation.lessons["\(lesson)"]?.exercises?["\(place)"] ?? title
  }

  /// Its name and its title.
  package var heading: Phrase { "Exercise \(id): \(text: title)" }
}

extension Exercise.Kind {
  package func name(in language: Language) -> String { language.text(rawValue) }
}

extension Verdict {
  package func name(in language: Language) -> String { language.text(rawValue) }
}

extension Language {
  /// The phrase in this language. In English where it has no translation.
  package func callAsFunction(_ phrase: Phrase) -> String {
    let words = phrase.words(text)
    return self == .english ? words : Self.closed(words)
  }

  /// Without the blanks that a pattern has beside a gap for a Latin name, where Chinese words stand in it.
  private static func closed(_ words: String) -> String {
    words.replacing(/([\p{sc=Han}，、；：。）”]) (?=[\p{sc=Han}（“])/) { $0.output.1 }
  }

  /// One sentence after another. In Chinese no blank is between them.
  package func callAsFunction(_ sentences: [Phrase]) -> String {
    joined(sentences.map { self($0) })
  }

  /// The same of sentences in this language.
  package func joined(_ sentences: [String]) -> String {
    sentences.joined(separator: self == .english ? " " : "")
  }

  /// What a lesson says, in this language. In English where it has no translation.
  package func text(_ english: String) -> String {
    self == .english ? english : Translation.texts[english] ?? english
  }

  /// The words of the script of a page. `nil` in English.
  var wordsOfPage: [String: String]? { self == .english ? nil : Translation.page }

  /// The names of the flags that are set, such as `ready executing`.
  package func flags(_ state: OperationState) -> String {
    text(state.description)
  }

  /// What happened to whom, and the state, such as `boil: start() called (ready)`.
  package func account(of event: Event) -> String {
    let words = TerminalText.visible(self("\(event.subject): \(event.phrase)"))
    return event.state.isEmpty ? words : words + self(" (\(flags(event.state)))")
  }

  /// The event in a line, such as `#4 T1 boil: start() called (ready)`.
  package func line(of event: Event) -> String {
    "#\(event.seq) \(event.thread) \(account(of: event))"
  }
}
