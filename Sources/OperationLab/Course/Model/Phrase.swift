/// Words with gaps that can be said in any language: `program \(1) of \(3)`.
package struct Phrase: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The English words, with `%1`, `%2` and so on for what stands in the gaps. Translations are found
  /// by it, and have the same gaps in the order of their language.
  package private(set) var pattern: String
  private var gaps: [Gap] = []

  private enum Gap: Hashable, Sendable {
    case asIs(String)
    /// Of a lesson, which has a translation of its own.
    case text(String)
  }

  package init(stringLiteral words: String) { pattern = words }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.phrase }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase = Phrase(stringLiteral: "")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: String) { phrase.pattern += words }

    /// A name, a number or a command.
    package mutating func appendInterpolation(_ gap: some CustomStringConvertible) {
      append(.asIs(gap.description))
    }

    /// What a lesson says.
    package mutating func appendInterpolation(text: String) { append(.text(text)) }

    private mutating func append(_ gap: Gap) {
      phrase.gaps.append(gap)
      phrase.pattern += "%\(phrase.gaps.count)"
    }
  }

  /// The phrase in a language.
  fileprivate func words(in language: Language) -> String {
    let pattern = language.text(pattern)
    let gaps = gaps.map { gap in
      switch gap {
      case .asIs(let words): words
      case .text(let english): language.text(english)
      }
    }
    var text = ""
    var rest = pattern[...]
    while let sign = rest.firstIndex(of: "%") {
      text += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if let number = rest.first?.wholeNumberValue, gaps.indices.contains(number - 1) {
        text += gaps[number - 1]
        rest = rest.dropFirst()
      } else {
        text += "%"
      }
    }
    return text + rest
  }
}

extension Language {
  /// What is not in this language although the rest is. `nil` in English.
  package var remark: Phrase? {
    self == .english ? nil : "Events and diagnosis are in English, as in the code and in traces."
  }

  /// The phrase in this language. In English where it has no translation.
  package func callAsFunction(_ phrase: Phrase) -> String {
    phrase.words(in: self)
  }

  /// What a lesson says, in this language. In English where it has no translation.
  package func text(_ english: String) -> String {
    self(english, Translation.texts[english] ?? english)
  }
}
