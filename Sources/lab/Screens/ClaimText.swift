import OperationCourse
import OperationLab
import OperationTesting

/// A claim's text besides its verdict: its origin and words, the expectation for macOS and its basis.
struct ClaimText {
  private let claim: Claim
  private let language: Language

  init(_ claim: Claim, _ language: Language = .english) {
    (self.claim, self.language) = (claim, language)
  }

  /// The origin and the statement, in a line.
  var statement: String {
    claim.owner(in: language) + language(": ", "：") + claim.statement(in: language)
  }

  /// The article's words in English, or Apple's page, a line each.
  var whereSaid: [String] {
    switch claim.origin {
    case .article(_, let passage):
      guard let passage else { return [] }
      return [
        language(
          "\(original == nil ? "In its words" : "Translated"): \"\(passage.english)\"",
          "原文：“\(passage.words)”")
      ]
        + (passage.page.map { [language("Apple's page says so too: ", "Apple 的文档也这么说：") + $0] }
          ?? [])
        + (claim.correction(in: language).map { [language("But: ", "但是：") + $0] } ?? [])
    case .documentation(let page): return [language("Page: ", "文档：") + page]
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
    let basis = Self.ground(claim.basis(on: .darwin, in: language), language)
    let (darwin, linux) = (
      claim.expected.darwin.name(in: language), claim.expected.linux.name(in: language)
    )
    let expected = language(
      "Expected on macOS: \(darwin)\(basis).", "macOS 上的预期：\(darwin)\(basis)。")
    switch (platform, claim.expected.dependsOnPlatform) {
    case (.linux, true):
      return [
        language(
          "This depends on the platform: on macOS, \(darwin)\(basis).",
          "因平台而异。在 macOS 上：\(darwin)\(basis)。")
      ]
    case (.linux, false):
      return [language("The same on macOS\(basis).", "在 macOS 上相同\(basis)。")]
    case (.darwin, true):
      return [
        expected,
        language(
          "This depends on the platform: on Linux, \(linux) (measured).",
          "因平台而异。在 Linux 上：\(linux)（实测）。"),
      ]
    case (.darwin, false): return [expected]
    }
  }

  /// The basis of an expectation for macOS, to be put after it.
  static func ground(_ basis: Expectation.Basis, _ language: Language = .english) -> String {
    switch basis {
    case .documented(let page): language(" (documented: \(page))", "（文档写明：\(page)）")
    case .reported(let place): language(" (reported: \(place))", "（依据：\(place)）")
    case .unmeasured: language(", we guess: it has not been measured", "（我们的猜测，没有实测）")
    case .measured: language(" (measured)", "（实测）")
    }
  }
}
