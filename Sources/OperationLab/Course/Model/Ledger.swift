import Foundation
import OperationBench
import OperationDownloads

/// What `Lessons/NN-slug/claims.json` says of each claim: the statement, whose it is and in which
/// words, and what is expected on each platform. What decides it is Swift, beside the programs.
enum Ledger {
  /// The entries of all lessons, by id.
  static let entries: [String: Entry] = {
    let all: [String: [Entry]] = Checkout.decodedByFolder(from: "claims.json")
    return Dictionary(all.values.joined().map { ($0.id, $0) }) { first, _ in
      preconditionFailure("two claims have the id \(first.id)")
    }
  }()

  /// A claim as it stands in the file.
  struct Entry: Decodable, Sendable {
    let id: String
    let statement: String
    let origin: Source?
    let expected: Expected

    /// Whose statement it is. An article's, or that of a page of Apple's documentation.
    struct Source: Decodable, Sendable {
      let article: Article?
      let words: String?
      let english: String?
      let place: Int?
      let but: String?
      let page: String?
    }

    /// The verdict on each platform. Without a basis, that for macOS is a guess.
    struct Expected: Decodable, Sendable {
      let linux: Verdict
      let darwin: Verdict
      let varies: Bool?
      let documented: String?
      let reported: String?
      let measured: String?
      let because: String
    }
  }
}

extension Claim {
  /// The claim that the ledger has under an id, and the programs that decide it.
  init(_ id: String, _ scenarios: Scenario...) {
    guard let entry = Ledger.entries[id] else {
      preconditionFailure(
        "no claims.json has a claim '\(id)': add it beside the page of its lesson")
    }
    self.init(
      id, entry.statement, origin: Origin(entry.origin), expected: Expectation(entry.expected),
      scenarios: scenarios)
  }

  /// The same for a claim that one program decides.
  init(
    _ id: String, in program: String, given premises: [Trace.Condition],
    expect expectations: [Trace.Condition]
  ) {
    self.init(id, Scenario(program, given: premises, expect: expectations))
  }
}

extension Origin {
  fileprivate init(_ source: Ledger.Entry.Source?) {
    guard let source else {
      self = .kit
      return
    }
    guard let article = source.article else {
      self = .documentation(page: source.page ?? "")
      return
    }
    let passage = source.words.map {
      Passage(
        $0, source.english ?? $0, at: source.place, but: source.but, alsoOn: source.page)
    }
    self = .article(article, passage: passage)
  }
}

extension Expectation {
  fileprivate init(_ expected: Ledger.Entry.Expected) {
    let basis: Basis =
      if expected.measured != nil {
        .measured
      } else if let page = expected.documented {
        .documented(page: page)
      } else {
        expected.reported.map(Basis.reported) ?? .unmeasured
      }
    self.init(
      linux: expected.linux, darwin: expected.darwin, basis: basis,
      varies: expected.varies ?? false, because: expected.because)
  }
}
