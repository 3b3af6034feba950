import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// What a reader is told about a claim besides its verdict: who says so and in what words, what is
/// expected on macOS and what that rests on.
struct ClaimText {
  private let claim: Claim
  private let isASCII: Bool

  /// - Parameter isASCII: whether the paper has no other signs; then only translations are shown.
  init(_ claim: Claim, isASCII: Bool) {
    self.claim = claim
    self.isASCII = isASCII
  }

  /// Who says it, and what: a line.
  var statement: String { "\(claim.origin.owner): \(claim.statement)" }

  /// Where it is said: the article's own words with their translation, or the page; a line each.
  var whereSaid: [String] {
    switch claim.origin {
    case .article(_, let passage):
      guard let passage else { return [] }
      let isEnglish = passage.words == passage.english
      let words =
        isEnglish
        ? "\"\(passage.words)\""
        : isASCII ? "(\(passage.english))" : "\(passage.words) (\(passage.english))"
      return ["In its words: \(words)"]
        + (passage.page.map { ["Apple's page says so too: \($0)"] } ?? [])
        + (passage.correction.map { ["But: \($0)"] } ?? [])
    case .documentation(let page): return ["Page: \(page)"]
    case .kit: return []
    }
  }

  /// What is expected on the platforms and why we think so; a line each.
  func platforms(seenFrom platform: Platform) -> [String] {
    let basis = Self.ground(claim.expected.basis)
    let verdict = claim.expected.darwin.rawValue
    switch (platform, claim.expected.dependsOnPlatform) {
    case (.linux, true): return ["This depends on the platform: on macOS, \(verdict)\(basis)."]
    case (.linux, false): return ["The same on macOS\(basis)."]
    case (.darwin, true):
      return [
        "Expected on macOS: \(verdict)\(basis).",
        "This depends on the platform: on Linux, \(claim.expected.linux.rawValue) (measured).",
      ]
    case (.darwin, false): return ["Expected on macOS: \(verdict)\(basis)."]
    }
  }

  /// What an expectation for macOS rests on, to be put after it.
  static func ground(_ basis: Expectation.Basis) -> String {
    switch basis {
    case .documented(let page): " (documented: \(page))"
    case .reported(let place): " (reported: \(place))"
    case .unmeasured: ", we guess: nobody has measured it"
    case .measured: " (measured)"
    }
  }
}
