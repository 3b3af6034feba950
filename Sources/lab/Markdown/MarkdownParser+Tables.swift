extension MarkdownParser {
  /// Beyond this a table is read as text: padding every row to a header of thousands of columns
  /// would take time and memory that grow with the square of the page.
  private static let mostColumns = 24

  mutating func table() -> MarkdownBlock? {
    guard lines.count > 1, lines[lines.startIndex].contains("|") else { return nil }
    let header = Self.cells(lines[lines.startIndex])
    guard header.count <= Self.mostColumns,
      let alignments = Self.alignments(lines[lines.startIndex + 1]),
      alignments.count == header.count
    else { return nil }
    lines.removeFirst(2)
    var table = MarkdownTable(header: header, alignments: alignments, rows: [])
    while let line = lines.first, !line.isBlank, line.contains("|"), !startsBlock(line) {
      let cells = Self.cells(line).prefix(header.count)
      table.rows.append(cells + Array(repeating: "", count: header.count - cells.count))
      lines.removeFirst()
    }
    return .table(table)
  }

  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    var text = line.trimmed
    if text.first == "|" { text.removeFirst() }
    for character in text {
      if character == "|", !isEscaped {
        cells.append(String(cell[...].trimmed))
        cell = ""
      } else {
        if character == "|" { cell.removeLast() }
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    // What follows the last bar is a cell only if there is something.
    if !cell.isEmpty || cells.isEmpty { cells.append(String(cell[...].trimmed)) }
    return cells
  }

  private static func alignments(_ line: Substring) -> [MarkdownTable.Alignment]? {
    guard line.contains("-"), line.allSatisfy({ "|:- ".contains($0) }) else { return nil }
    var alignments: [MarkdownTable.Alignment] = []
    for cell in cells(line) {
      let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
      let colons = cell.count - dashes.count
      guard !dashes.isEmpty, colons == cell.count(where: { $0 == ":" }), colons <= 2 else {
        return nil
      }
      switch (cell.first == ":", cell.last == ":") {
      case (true, true): alignments.append(.centre)
      case (false, true): alignments.append(.right)
      default: alignments.append(.left)
      }
    }
    return alignments
  }
}
