import OperationLab

/// Shows a page of Markdown on a terminal.
///
/// Pure: the same source, width and flags give the same text. No line is wider than the terminal,
/// or than ``narrowest`` columns, and nothing in the source can control the terminal.
struct MarkdownRenderer: Sendable {
  /// Columns of the terminal.
  let width: Int
  /// Whether styles are shown by escape sequences; otherwise by lines and marks.
  let ansi: Bool
  /// Whether bullets, lines and typographic signs are spelt in ASCII.
  let isASCII: Bool

  /// Narrower terminals get lines of this many columns.
  static let narrowest = 16

  init(width: Int, ansi: Bool, isASCII: Bool) {
    self.width = max(width, Self.narrowest)
    self.ansi = ansi
    self.isASCII = isASCII
  }

  /// The page, each line ended by a newline; empty for a page without any text.
  func render(_ source: String) -> String {
    let blocks = MarkdownParser.blocks(in: SafeText.clean(source, isASCII: isASCII))
    var footnotes = MarkdownFootnotes()
    var parts: [[StyledText]] = []
    for block in blocks {
      if case .heading = block { parts.append(lines(of: footnotes.take())) }
      parts.append(lines(of: block, width: width, &footnotes))
    }
    parts.append(lines(of: footnotes.take()))
    return Self.joined(parts).map { $0.string(ansi: ansi) + "\n" }.joined()
  }

  private func lines(
    of block: MarkdownBlock, width: Int, _ footnotes: inout MarkdownFootnotes
  ) -> [StyledText] {
    switch block {
    case .heading(let level, let text):
      heading(level, inline(text, &footnotes), width)
    case .paragraph(let text):
      inline(text, &footnotes).wrapped(to: width).filter { $0.width > 0 }
    case .code(let language, let lines):
      code(language, lines, width)
    case .quote(let blocks):
      quote(blocks, width, &footnotes)
    case .list(let list):
      self.list(list, width, &footnotes)
    case .table(let table):
      MarkdownTableLayout(
        header: table.header.map { inline($0, &footnotes) }, alignments: table.alignments,
        rows: table.rows.map { $0.map { inline($0, &footnotes) } }, line: line
      ).lines(width: width)
    case .rule:
      [StyledText(String(repeating: line, count: width))]
    }
  }

  private var line: Character { isASCII ? "-" : "─" }

  private func inline(_ text: String, _ footnotes: inout MarkdownFootnotes) -> StyledText {
    MarkdownInline(showsMarks: !ansi).text(text, footnotes: &footnotes)
  }

  private func heading(_ level: Int, _ text: StyledText, _ width: Int) -> [StyledText] {
    let lines = text.styled(level == 1 ? [.bold, .underlined] : .bold).wrapped(to: width)
    guard !ansi, let longest = lines.map(\.width).max(), longest > 0 else { return lines }
    return lines + [StyledText(String(repeating: level == 1 ? "=" : "-", count: longest))]
  }

  /// Code keeps its lines; one that is too long goes on below, behind a mark in the margin.
  private func code(_ language: String, _ lines: [String], _ width: Int) -> [StyledText] {
    let margin = StyledText("    ")
    let continued = StyledText(isASCII ? "  > " : "  ↪ ")
    return lines.flatMap { line in
      let pieces = StyledText(line, language == "diff" ? diffStyle(line) : [])
        .cut(to: max(1, width - margin.width))
      return [margin + pieces[0]] + pieces.dropFirst().map { continued + $0 }
    }
  }

  private func diffStyle(_ line: String) -> StyledText.Style {
    switch line.first {
    case "+": .added
    case "-": .removed
    default: []
    }
  }

  private func quote(
    _ blocks: [MarkdownBlock], _ width: Int, _ footnotes: inout MarkdownFootnotes
  ) -> [StyledText] {
    let bar = StyledText(isASCII ? "> " : "│ ")
    return indented(by: bar, bar, width) { inner in
      Self.joined(blocks.map { lines(of: $0, width: inner, &footnotes) })
    }
  }

  private func list(
    _ list: MarkdownList, _ width: Int, _ footnotes: inout MarkdownFootnotes
  ) -> [StyledText] {
    let last = (list.start ?? 0) + list.items.count - 1
    let markerWidth = list.start == nil ? 2 : "\(last). ".count
    let items = list.items.enumerated().map { index, blocks in
      let number = list.start.map { "\($0 + index). " } ?? (isASCII ? "- " : "• ")
      let marker = String(repeating: " ", count: markerWidth - number.count) + number
      let indent = StyledText(String(repeating: " ", count: markerWidth))
      return indented(by: StyledText(marker), indent, width) { inner in
        item(blocks, inner, isTight: !list.isLoose, &footnotes)
      }
    }
    return list.isLoose ? Self.joined(items) : Array(items.joined())
  }

  private func item(
    _ blocks: [MarkdownBlock], _ width: Int, isTight: Bool, _ footnotes: inout MarkdownFootnotes
  ) -> [StyledText] {
    var parts: [[StyledText]] = []
    for block in blocks {
      let lines = lines(of: block, width: width, &footnotes)
      if isTight, case .list = block, let above = parts.popLast() {
        parts.append(above + lines)
      } else {
        parts.append(lines)
      }
    }
    return Self.joined(parts)
  }

  /// Puts something before each line that the body makes in the width that is left. Where too
  /// little is left, deep in a narrow terminal, further indentation is given up.
  private func indented(
    by first: StyledText, _ others: StyledText, _ width: Int, body: (Int) -> [StyledText]
  ) -> [StyledText] {
    guard width - first.width >= Self.narrowest / 2 else { return body(width) }
    var lines = body(width - first.width)
    if lines.isEmpty { lines.append(StyledText()) }
    return [first + lines[0]] + lines.dropFirst().map { others + $0 }
  }

  private func lines(of footnotes: [(number: Int, address: String)]) -> [StyledText] {
    footnotes.flatMap { number, address in
      let marker = "[\(number)] "
      let indent = StyledText(String(repeating: " ", count: marker.count))
      return indented(by: StyledText(marker), indent, width) { StyledText(address).cut(to: $0) }
    }
  }

  /// One blank line between parts; parts without lines leave no gap.
  private static func joined(_ parts: [[StyledText]]) -> [StyledText] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [StyledText()]))
  }
}
