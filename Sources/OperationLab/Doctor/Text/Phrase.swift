/// Words with gaps that can be said in any language: `program \(1) of \(3)`. It has nine gaps at most.
package struct Phrase: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The English words, with `%1`, `%2` and so on for what stands in the gaps. Translations are found
  /// by it, and have the same gaps in the order of their language.
  package private(set) var pattern: String
  private var gaps: [Gap] = []

  private enum Gap: Equatable, Sendable {
    case asIs(String)
    /// Has a translation of its own.
    case phrase(Phrase)
    /// Names with commas between them.
    case names([String])
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

    /// Words with a translation of their own.
    package mutating func appendInterpolation(_ gap: Phrase) { append(.phrase(gap)) }

    /// What a lesson says.
    package mutating func appendInterpolation(text: String) {
      append(.phrase(Phrase(stringLiteral: text)))
    }

    /// Names, one after the other.
    package mutating func appendInterpolation(names: [String]) { append(.names(names)) }

    private mutating func append(_ gap: Gap) {
      phrase.gaps.append(gap)
      phrase.pattern += Phrase.sign(phrase.gaps.count)
    }
  }

  /// One phrase out of two: its translation is that of the whole.
  package static func + (one: Phrase, other: Phrase) -> Phrase {
    var sum = one
    // From the last one on, so that none gets a new number twice.
    sum.pattern += other.gaps.indices.reversed().reduce(other.pattern) { pattern, gap in
      pattern.replacing(sign(gap + 1), with: sign(one.gaps.count + gap + 1))
    }
    sum.gaps += other.gaps
    return sum
  }

  package var isEmpty: Bool { pattern.isEmpty }

  private static func sign(_ gap: Int) -> String { "%\(gap)" }

  /// The English words.
  package var english: String { words(nil) }

  /// The words in a language.
  ///
  /// - Parameter translation: gives the pattern of the language for an English one. `nil` for English.
  package func words(_ translation: ((String) -> String)?) -> String {
    func translated(_ pattern: String) -> String { translation?(pattern) ?? pattern }
    let gaps = gaps.map { gap in
      switch gap {
      case .asIs(let words): words
      case .phrase(let phrase): phrase.words(translation)
      case .names(let names): names.joined(separator: translated(", "))
      }
    }
    var text = ""
    var rest = translated(pattern)[...]
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

extension [Phrase] {
  /// One phrase out of all, put together from the first on. Empty if there is none.
  ///
  /// - Parameter join: gives the phrase for what comes before and the next one, with the words between
  ///   them, which a language may say otherwise: `{ "\($0), then \($1)" }`.
  package func joined(_ join: (Phrase, Phrase) -> Phrase) -> Phrase {
    dropFirst().reduce(first ?? "", join)
  }
}
