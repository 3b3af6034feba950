extension Diagnosis {
  /// Which characters text is made of.
  package enum Style: Sendable {
    /// Arrows and lines as they should look.
    case unicode
    /// Only what any terminal shows.
    case ascii

    /// The text with what the style does not allow replaced.
    func apply(_ text: String) -> String {
      guard self == .ascii else { return text }
      return text.reduce(into: "") { $0 += Self.replacements[$1] ?? String($1) }
    }

    private static let replacements: [Character: String] = [
      "…": "...", "→": "->", "─": "-", "│": "|", "▶": ">", "┌": "+", "┐": "+", "└": "+", "┘": "+",
      "▼": "v",
    ]
  }

  /// The sentences for a terminal, operations with the same reason told together.
  ///
  /// Every sentence begins on a line of its own; its further lines are indented by two spaces. An
  /// empty diagnosis is an empty string.
  ///
  /// - Parameters:
  ///   - width: columns to stay within, as far as words can be broken apart.
  ///   - limit: how many sentences to give; the last line then says how many operations are left.
  public func summary(width: Int = 80, limit: Int = 30) -> String {
    summary(width: width, style: .unicode, limit: limit)
  }

  package func summary(width: Int, style: Style, limit: Int = 30) -> String {
    let groups = groups
    var paragraphs = groups.prefix(limit).map(\.sentence)
    let left = groups.dropFirst(limit).reduce(0) { $0 + $1.subjects.count }
    if left > 0 {
      paragraphs.append("… and \(left) more \(left == 1 ? "operation" : "operations").")
    }
    return paragraphs.flatMap {
      TerminalText.wrapped(style.apply($0), to: width, indent: 2, breaksWords: false)
    }.joined(separator: "\n")
  }
}
