import OperationLab

extension TimelineText {
  /// One line of a picture, a cell for each column.
  struct Canvas {
    private var cells: [String]

    init(columns: Int) {
      cells = Array(repeating: " ", count: columns)
    }

    /// The cells without blanks at the end.
    var text: String {
      let end = cells.lastIndex { $0 != " " } ?? -1
      return cells[...end].joined()
    }

    mutating func fill(_ columns: ClosedRange<Int>, with glyph: String) {
      for column in columns { cells[column] = glyph }
    }

    /// Text that would run over the end is cut there.
    mutating func put(_ text: String, at column: Int) {
      var column = column
      for character in text {
        let width = TerminalText.columns(String(character))
        guard column + width <= cells.count else { return }
        guard width > 0 else { continue }
        cells[column] = String(character)
        for covered in 1..<max(width, 1) { cells[column + covered] = "" }
        column += width
      }
    }
  }
}
