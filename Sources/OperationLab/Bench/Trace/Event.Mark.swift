import Foundation
import OperationDoctor

extension Trace.Event {
  /// Something that a program records about itself: a pattern with a `{}` for each of its values.
  ///
  /// ```swift
  /// static let hasPart: Trace.Event.Mark = "has a part"
  /// static func received(_ count: Int) -> Trace.Event.Mark { Mark("received {} bytes", count) }
  /// ```
  ///
  /// Claims compare marks and their values, so the words may change without changing a verdict.
  package struct Mark: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The words, with a `{}` for each value.
    package let pattern: String
    /// The values, in the order of the pattern.
    package let values: [Value]

    /// One value of a mark.
    package enum Value: Hashable, Sendable {
      /// A whole number.
      case number(Int)
      /// A text that every language leaves as it is, such as the name of an operation.
      case text(String)
      /// Words that have a translation of their own.
      case words(String)
      /// A list of texts.
      case list([String])
    }

    /// A mark with these values.
    package init(_ pattern: String, _ values: Value...) {
      self.pattern = pattern
      self.values = values
    }

    /// A mark without values.
    package init(stringLiteral pattern: String) {
      self.pattern = pattern
      values = []
    }
  }
}

extension Trace.Event.Mark: Codable {
  private enum CodingKeys: CodingKey { case pattern, values, words }

  /// Reads a mark. `words` has the places of the values that are no names, if there are any.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pattern = try container.decode(String.self, forKey: .pattern)
    var values = try container.decode([Value].self, forKey: .values)
    for place in try container.decodeIfPresent([Int].self, forKey: .words) ?? [] {
      guard values.indices.contains(place), case .text(let text) = values[place] else { continue }
      values[place] = .words(text)
    }
    self.values = values
  }

  /// Writes the pattern, the values, and which of them are words.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pattern, forKey: .pattern)
    try container.encode(values, forKey: .values)
    let places = values.indices.filter { if case .words = values[$0] { true } else { false } }
    if !places.isEmpty { try container.encode(places, forKey: .words) }
  }
}

// In JSON a value is itself, such as `7` or `"boil"`.
extension Trace.Event.Mark.Value: Codable {
  /// Reads a number, a text or a list of texts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([String].self))
    }
  }

  /// Writes the number, the text or the list alone.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text), .words(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    }
  }
}

extension Trace.Event.Mark {
  /// The numbers among the values.
  package var numbers: [Int] {
    values.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  /// The texts among the values, and the words.
  package var texts: [String] {
    values.compactMap {
      switch $0 {
      case .text(let text), .words(let text): text
      case .number, .list: nil
      }
    }
  }

  /// The lists among the values.
  package var lists: [[String]] {
    values.compactMap { if case .list(let list) = $0 { list } else { nil } }
  }

  /// Whether it was made from the same pattern, with any values.
  package func isLike(_ other: Self) -> Bool { pattern == other.pattern }
}

extension Trace.Event.Mark {
  /// The same in English.
  package var words: String { phrase.english }

  /// What a reader sees, such as `received 7 bytes`. A value that is missing is an ellipsis.
  package var phrase: Phrase {
    let pieces = pattern.components(separatedBy: "{}")
    var words = Phrase.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    for (place, piece) in pieces.enumerated() {
      words.appendLiteral(piece)
      guard place < pieces.count - 1 else { continue }
      guard values.indices.contains(place) else {
        words.appendInterpolation("…")
        continue
      }
      switch values[place] {
      case .number(let number): words.appendInterpolation(number)
      case .text(let text): words.appendInterpolation(text)
      case .words(let text): words.appendInterpolation(text: text)
      case .list(let list) where list.isEmpty: words.appendInterpolation("nothing" as Phrase)
      case .list(let list): words.appendInterpolation(names: list)
      }
    }
    return Phrase(stringInterpolation: words)
  }
}
