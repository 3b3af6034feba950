import LabShared
import OperationDownloads
import OperationLab
import OperationTesting

/// The claims of a lesson as parts of its page: origin, statement, verdicts and quoted words.
struct ClaimTables {
  /// A lesson's claims with the verdicts expected, then in whose words the articles say so.
  static func verdicts(_ claims: [Claim]) -> String {
    let rows = claims.map { claim in
      "| \(claim.id) | \(claim.owner): \(claim.statement) | \(verdict(claim, on: .linux)) "
        + "| \(verdict(claim, on: .darwin)) | \(claim.expected.because) |"
    }
    let table =
      ["| Claim | Who says what | Linux | macOS | Why |", "|---|---|---|---|---|"] + rows
    let quoted = claims.compactMap { claim in words(claim).map { "- \(claim.id): \($0)" } }
    let heading = "In their own words, and where Apple's documentation says it:"
    return (table + (quoted.isEmpty ? [] : ["", heading, ""] + quoted)).joined(separator: "\n")
  }

  /// A verdict, and for macOS what it rests on.
  static func verdict(_ claim: Claim, on platform: Platform) -> String {
    let verdict =
      claim.expected.varies ? "varies" : claim.expected.verdict(on: platform).rawValue
    switch claim.expected.basis(on: platform) {
    case .measured: return platform == .linux ? verdict : verdict + " (measured)"
    case .documented(let page): return verdict + " ([documented](\(page)))"
    case .reported(let place): return verdict + " (reported: \(place))"
    case .unmeasured: return verdict + "? (our guess)"
    }
  }

  /// The article's words with their translation, or the page. `nil` for what the kit says.
  static func words(_ claim: Claim) -> String? {
    switch claim.origin {
    case .article(_, let passage):
      guard let passage else { return nil }
      let words =
        passage.words == passage.english
        ? "\"\(passage.words)\"" : "\(code(passage.words)) (\(passage.english))"
      return words + (passage.page.map { "; Apple's page says so too: \(link($0))" } ?? "")
        + (passage.correction.map { ". **But:** \($0)" } ?? "")
    case .documentation(let page):
      return link(page)
    case .kit:
      return nil
    }
  }

  private static func link(_ page: String) -> String {
    "[\(page.split(separator: "/").suffix(2).joined(separator: "/"))](\(page))"
  }

  /// As printed: nothing in a code span is taken for markup.
  private static func code(_ words: String) -> String { "`\(words)`" }
}
