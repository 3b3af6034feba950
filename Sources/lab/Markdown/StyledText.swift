import OperationLab

/// Characters, each with the way it is shown.
struct StyledText: Equatable, Sendable {
  /// How a character is shown; only what is readable on a light and on a dark background.
  struct Style: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = Style(rawValue: 1)
    static let underlined = Style(rawValue: 2)
    static let code = Style(rawValue: 4)
    static let added = Style(rawValue: 8)
    static let removed = Style(rawValue: 16)

    /// The terminal's "select graphic rendition" sequence that switches to this style.
    var escapeSequence: String {
      let codes: [(Style, String)] = [
        (.bold, "1"), (.underlined, "4"), (.code, "35"), (.added, "32"), (.removed, "31"),
      ]
      let selected = ["0"] + codes.filter { contains($0.0) }.map(\.1)
      return "\u{1B}[\(selected.joined(separator: ";"))m"
    }
  }

  struct Cell: Equatable, Sendable {
    var character: Character
    var style: Style
  }

  /// A newline among the cells is a line break that the writer asked for.
  var cells: [Cell]

  init(_ cells: some Sequence<Cell> = []) {
    self.cells = Array(cells)
  }

  init(_ text: some StringProtocol, _ style: Style = []) {
    cells = text.map { Cell(character: $0, style: style) }
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.cells + right.cells)
  }

  /// Columns on the terminal.
  var width: Int { DisplayWidth.of(cells.lazy.map(\.character)) }

  func styled(_ style: Style) -> StyledText {
    StyledText(cells.map { Cell(character: $0.character, style: $0.style.union(style)) })
  }

  /// The text as it is written, without spaces at its end.
  ///
  /// - Parameter ansi: whether to write escape sequences for the styles.
  func string(ansi: Bool) -> String {
    var result = ""
    var current: Style = []
    let end = cells.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0
    for cell in cells[..<end] {
      if ansi, cell.style != current {
        result += cell.style.escapeSequence
        current = cell.style
      }
      // A space that does not break has done its work by now.
      result.append(cell.character == "\u{A0}" ? " " : cell.character)
    }
    if !current.isEmpty { result += Style().escapeSequence }
    return result
  }
}
