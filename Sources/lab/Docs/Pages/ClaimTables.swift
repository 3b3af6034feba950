import OperationCourse
import OperationLab
import OperationBench

/// The claims of a lesson as parts of its page: origin, statement, verdicts and quoted words.
struct ClaimTables {
  var language = Language.english

  /// A lesson's claims with the verdicts expected, then in whose words the articles say so.
  func verdicts(_ claims: [Claim]) -> String {
    let rows = claims.map { claim in
      let (owner, statement) = (claim.owner(in: language), claim.statement(in: language))
      return "| \(claim.id) | \(language("\(owner): \(statement)")) "
        + "| \(verdict(claim, on: .linux)) "
        + "| \(verdict(claim, on: .darwin)) | \(claim.because(in: language)) |"
    }
    let head = language("Claim | Who says what | Linux | macOS | Why")
    let table = ["| \(head) |", "|---|---|---|---|---|"] + rows
    let quoted = claims.compactMap { claim in
      words(claim).map { "- " + language("\(claim.id): \($0)") }
    }
    let heading = language("In their own words, and where Apple's documentation says it:")
    return (table + (quoted.isEmpty ? [] : ["", heading, ""] + quoted)).joined(separator: "\n")
  }

  /// A verdict, and for macOS what it rests on.
  func verdict(_ claim: Claim, on platform: Platform) -> String {
    let verdict =
      claim.expected.varies
      ? language("varies") : claim.expected.verdict(on: platform).name(in: language)
    switch claim.basis(on: platform, in: language) {
    case .measured: return platform == .linux ? verdict : verdict + language(" (measured)")
    case .documented(let page): return verdict + language(" ([documented](\(page)))")
    case .reported(let place): return verdict + language(" (reported: \(place))")
    case .unmeasured: return verdict + language("? (our guess)")
    }
  }

  /// The article's words with their translation, or the page. `nil` for what the kit says.
  func words(_ claim: Claim) -> String? {
    switch claim.origin {
    case .article(_, let passage):
      guard let passage else { return nil }
      let words =
        passage.words == passage.english
        ? "\"\(passage.words)\""
        : Self.code(passage.words) + (language == .english ? " (\(passage.english))" : "")
      let pages = passage.page.map { page in
        language("; Apple's page says so too: \(Self.link(page))")
      }
      return words + (pages ?? "")
        + (claim.correction(in: language).map { language(". **But:** \($0)") } ?? "")
    case .documentation(let page):
      return Self.link(page)
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
