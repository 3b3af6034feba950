import OperationCourse
import OperationDoctor
import OperationLab
import OperationBench

/// A claim's text besides its verdict: its origin and words, the expectation for macOS and its basis.
struct ClaimText {
  private let claim: Claim
  private let language: Language

  init(_ claim: Claim, _ language: Language = .english) {
    (self.claim, self.language) = (claim, language)
  }

  /// The origin and the statement, in a line.
  var statement: String {
    language("\(claim.owner(in: language)): \(claim.statement(in: language))")
  }

  /// The article's words in English, or Apple's page, a line each.
  var whereSaid: [String] {
    switch claim.origin {
    case .article(_, let passage):
      guard let passage else { return [] }
      let quoted: Phrase =
        language == .english && original != nil
        ? "Translated: \"\(passage.english)\"" : "In its words: \"\(passage.words)\""
      let page: Phrase? = passage.page.map { "Apple's page says so too: \($0)" }
      let correction: Phrase? = claim.correction(in: language).map { "But: \($0)" }
      return [quoted, page, correction].compactMap { $0.map { language($0) } }
    case .documentation(let page): return [language("Page: \(page)")]
    case .kit: return []
    }
  }

  /// The article's words as printed. `nil` if they are English or there are none.
  var original: String? {
    guard case .article(_, let passage?) = claim.origin, passage.words != passage.english else {
      return nil
    }
    return passage.words
  }

  /// The expectations for the platforms and their basis, a line each.
  func platforms(seenFrom platform: Platform) -> [String] {
    let basis = Self.ground(claim.basis(on: .darwin, in: language))
    let (darwin, linux) = (
      claim.expected.darwin.name(in: language), claim.expected.linux.name(in: language)
    )
    let expected: Phrase = "Expected on macOS: \(darwin)\(basis)."
    let lines: [Phrase] =
      switch (platform, claim.expected.dependsOnPlatform) {
      case (.linux, true): ["This depends on the platform: on macOS, \(darwin)\(basis)."]
      case (.linux, false): ["The same on macOS\(basis)."]
      case (.darwin, true):
        [expected, "This depends on the platform: on Linux, \(linux) (measured)."]
      case (.darwin, false): [expected]
      }
    return lines.map { language($0) }
  }

  /// The basis of an expectation for macOS, to be put after it.
  private static func ground(_ basis: Expectation.Basis) -> Phrase {
    switch basis {
    case .documented(let page): " (documented: \(page))"
    case .reported(let place): " (reported: \(place))"
    case .unmeasured: ", we guess: it has not been measured"
    case .measured: " (measured)"
    }
  }
}
