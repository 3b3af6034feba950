/// Fits a table into a terminal: cells wrap, and where columns would become too narrow to read,
/// each row becomes a list of "header: value".
struct MarkdownTableLayout {
  let header: [StyledText]
  let alignments: [MarkdownTable.Alignment]
  let rows: [[StyledText]]
  let line: Character

  private static let gap = 2
  /// A word up to this length is not cut for the sake of a table.
  private static let longestWhole = 20
  /// Sentences in narrower columns are tiring to read.
  private static let narrowest = 12

  func lines(width: Int) -> [StyledText] {
    columnWidths(width).map(grid) ?? list(width)
  }

  /// `nil` when the columns do not fit side by side.
  private func columnWidths(_ width: Int) -> [Int]? {
    let all = [header] + rows
    let natural = header.indices.map { column in max(1, all.map { $0[column].width }.max() ?? 1) }
    let words = header.indices.map { column in
      max(1, all.map { min($0[column].longestWord, Self.longestWhole) }.max() ?? 1)
    }
    var room = width - Self.gap * (header.count - 1)
    guard words.reduce(0, +) <= room else { return nil }
    var widths = words
    room -= words.reduce(0, +)
    // Every column that wants more gets an equal share, again and again, until all are content
    // or nothing is left; each turn satisfies a column or uses up the room.
    while true {
      let hungry = widths.indices.filter { widths[$0] < natural[$0] }
      guard !hungry.isEmpty, room > 0 else {
        return hungry.allSatisfy { widths[$0] >= Self.narrowest } ? widths : nil
      }
      let share = max(1, room / hungry.count)
      for column in hungry where room > 0 {
        let more = min(share, natural[column] - widths[column], room)
        widths[column] += more
        room -= more
      }
    }
  }

  private func grid(_ widths: [Int]) -> [StyledText] {
    let cells = rows.map { row in zip(row, widths).map { $0.wrapped(to: $1) } }
    let isSpaced = cells.contains { row in row.contains { $0.count > 1 } }
    var lines: [StyledText] = []
    if header.contains(where: { $0.width > 0 }) {
      lines += joined(zip(header, widths).map { $0.styled(.bold).wrapped(to: $1) }, widths)
    }
    lines.append(
      StyledText(
        widths.map { String(repeating: line, count: $0) }
          .joined(separator: String(repeating: " ", count: Self.gap))))
    for (index, row) in cells.enumerated() {
      if isSpaced, index > 0 { lines.append(StyledText()) }
      lines += joined(row, widths)
    }
    return lines
  }

  /// Puts the wrapped cells of one row side by side.
  private func joined(_ row: [[StyledText]], _ widths: [Int]) -> [StyledText] {
    (0..<(row.map(\.count).max() ?? 0)).map { index in
      var line = StyledText()
      for (column, cell) in row.enumerated() {
        let text = index < cell.count ? cell[index] : StyledText()
        let free = max(0, widths[column] - text.width)
        let before =
          switch alignments[column] {
          case .left: 0
          case .centre: free / 2
          case .right: free
          }
        let gap = column == 0 ? 0 : Self.gap
        line.cells += StyledText(String(repeating: " ", count: gap + before)).cells
        line.cells += text.cells
        line.cells += StyledText(String(repeating: " ", count: free - before)).cells
      }
      return line
    }
  }

  private func list(_ width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for (index, row) in rows.enumerated() {
      if index > 0 { lines.append(StyledText()) }
      for (name, value) in zip(header, row) where value.width > 0 {
        let label = name.width > 0 ? name.styled(.bold) + StyledText(": ") : StyledText()
        let wrapped = (label + value).wrapped(to: width - Self.gap)
        let indent = StyledText(String(repeating: " ", count: Self.gap))
        lines.append(wrapped[0])
        lines += wrapped.dropFirst().map { indent + $0 }
      }
    }
    return lines
  }
}
