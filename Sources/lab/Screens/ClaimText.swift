import LabShared
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// A claim's text besides its verdict: its origin and words, the expectation for macOS and its basis.
struct ClaimText {
  private let claim: Claim

  init(_ claim: Claim) { self.claim = claim }

  /// The origin and the statement, in a line.
  var statement: String { "\(claim.owner): \(claim.statement)" }

  /// The article's words in English, or Apple's page, a line each.
  var whereSaid: [String] {
    switch claim.origin {
    case .article(_, let passage):
      guard let passage else { return [] }
      return ["\(original == nil ? "In its words" : "Translated"): \"\(passage.english)\""]
        + (passage.page.map { ["Apple's page says so too: \($0)"] } ?? [])
        + (passage.correction.map { ["But: \($0)"] } ?? [])
    case .documentation(let page): return ["Page: \(page)"]
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

  /// The basis of an expectation for macOS, to be put after it.
  static func ground(_ basis: Expectation.Basis) -> String {
    switch basis {
    case .documented(let page): " (documented: \(page))"
    case .reported(let place): " (reported: \(place))"
    case .unmeasured: ", we guess: it has not been measured"
    case .measured: " (measured)"
    }
  }
}
