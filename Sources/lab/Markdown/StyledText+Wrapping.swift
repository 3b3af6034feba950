// Greedy line breaking, linear in the length of the text.
extension StyledText {
  /// The text in lines of at most `limit` columns.
  ///
  /// Breaks at spaces, which then disappear, and between wide characters, whose scripts put no
  /// spaces between words. A word longer than a line is cut.
  func wrapped(to limit: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var line: [Cell] = []
    var room = limit
    func endLine() {
      lines.append(StyledText(line))
      line = []
      room = limit
    }
    for word in words() {
      if word.isLineBreak {
        endLine()
        continue
      }
      if !line.isEmpty, word.gap.count + word.width > room { endLine() }
      if !line.isEmpty {
        line += word.gap
        room -= word.gap.count
      }
      if word.width <= room {
        line += word.cells
        room -= word.width
      } else {
        let pieces = StyledText(word.cells).cut(to: limit)
        lines += pieces.dropLast()
        line = pieces.last?.cells ?? []
        room = limit - StyledText(line).width
      }
    }
    if !line.isEmpty || lines.isEmpty { endLine() }
    return lines
  }

  /// The text in pieces of at most `limit` columns, spaces and all; at least one piece.
  func cut(to limit: Int) -> [StyledText] {
    var pieces: [StyledText] = []
    var start = 0
    var used = 0
    for (index, cell) in cells.enumerated() {
      let width = DisplayWidth.of(cell.character)
      // A piece takes at least one character, or a wide one would never fit into one column.
      if used + width > limit, index > start {
        pieces.append(StyledText(cells[start..<index]))
        start = index
        used = 0
      }
      used += width
    }
    pieces.append(StyledText(cells[start...]))
    return pieces
  }

  /// Columns of the widest word.
  var longestWord: Int { words().map(\.width).max() ?? 0 }

  /// What is never torn apart if it fits into a line, and the spaces before it.
  private struct Word {
    var gap: [Cell] = []
    var cells: [Cell] = []
    var width = 0
    var isLineBreak = false
  }

  private func words() -> [Word] {
    var words: [Word] = []
    var word = Word()
    func endWord() {
      if !word.cells.isEmpty {
        words.append(word)
        word = Word()
      }
    }
    var follows: Character = " "
    for cell in cells {
      let width = DisplayWidth.of(cell.character)
      switch cell.character {
      case "\n":
        endWord()
        word = Word()
        words.append(Word(isLineBreak: true))
      case " ":
        endWord()
        word.gap.append(cell)
      default:
        let isBetweenWide = width == 2 || DisplayWidth.of(follows) == 2
        if isBetweenWide, !Self.closing.contains(cell.character), !Self.opening.contains(follows) {
          endWord()
        }
        word.cells.append(cell)
        word.width += width
      }
      follows = cell.character
    }
    endWord()
    return words
  }

  /// Never first on a line.
  private static let closing: Set<Character> = Set("、。,.;:!?)]}」』》〉】)!?:;,.…—")
  /// Never last on a line.
  private static let opening: Set<Character> = Set("「『《〈【(([")
}
