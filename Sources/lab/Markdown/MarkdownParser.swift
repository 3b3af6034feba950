/// Divides a page into blocks: the part of CommonMark, and tables, that lesson pages use.
///
/// Linear in the length of the page: every line is looked at once per level of nesting, and there
/// are at most ``deepest`` levels; what is nested deeper is read as plain paragraphs.
struct MarkdownParser {
  static let deepest = 8

  var lines: ArraySlice<Substring>
  let depth: Int

  static func blocks(in source: String) -> [MarkdownBlock] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return blocks(in: lines, depth: 0)
  }

  static func blocks(in lines: [Substring], depth: Int) -> [MarkdownBlock] {
    var parser = MarkdownParser(lines: lines[...], depth: depth)
    var blocks: [MarkdownBlock] = []
    while let block = parser.next() { blocks.append(block) }
    return blocks
  }

  private mutating func next() -> MarkdownBlock? {
    while let line = lines.first {
      if line.isBlank || skipMarkup(line) {
        if line.isBlank { lines.removeFirst() }
        continue
      }
      return summary() ?? heading() ?? rule() ?? fence() ?? indentedCode() ?? quote() ?? list()
        ?? table() ?? paragraph()
    }
    return nil
  }

  private mutating func heading() -> MarkdownBlock? {
    guard let line = lines.first, let (level, text) = Self.heading(line) else { return nil }
    lines.removeFirst()
    return .heading(level: level, text: text)
  }

  private mutating func rule() -> MarkdownBlock? {
    guard let line = lines.first, Self.isRule(line) else { return nil }
    lines.removeFirst()
    return .rule
  }

  private mutating func fence() -> MarkdownBlock? {
    guard let line = lines.first, let fence = MarkdownFence(opening: line) else { return nil }
    lines.removeFirst()
    var code: [String] = []
    while let line = lines.popFirst(), !fence.isClosed(by: line) {
      code.append(String(line.droppingSpaces(atMost: fence.indent)))
    }
    return .code(language: fence.language, lines: code)
  }

  private mutating func indentedCode() -> MarkdownBlock? {
    var code: [Substring] = []
    while let line = lines.first, line.indent >= 4 || (!code.isEmpty && line.isBlank) {
      code.append(line.droppingSpaces(atMost: 4))
      lines.removeFirst()
    }
    while code.last?.isBlank == true { code.removeLast() }
    return code.isEmpty ? nil : .code(language: "", lines: code.map(String.init))
  }

  private mutating func quote() -> MarkdownBlock? {
    guard depth < Self.deepest else { return nil }
    var quoted: [Substring] = []
    while let line = lines.first {
      let text = line.trimmedStart
      if text.first == ">" {
        quoted.append(text.dropFirst().droppingSpaces(atMost: 1))
      } else if let last = quoted.last, !last.isBlank, !startsBlock(line) {
        // A paragraph may go on without the mark.
        quoted.append(line)
      } else {
        break
      }
      lines.removeFirst()
    }
    return quoted.isEmpty ? nil : .quote(Self.blocks(in: quoted, depth: depth + 1))
  }

  private mutating func paragraph() -> MarkdownBlock? {
    var text: [Substring] = []
    while let line = lines.first, !line.isBlank, text.isEmpty || !startsBlock(line) {
      text.append(line.trimmedStart)
      lines.removeFirst()
    }
    return .paragraph(text.joined(separator: "\n"))
  }

  /// Whether a line ends the paragraph before it.
  func startsBlock(_ line: Substring) -> Bool {
    guard line.indent < 4 else { return false }
    if Self.heading(line) != nil || Self.isRule(line) || MarkdownFence(opening: line) != nil
      || Self.isMarkup(line)
    {
      return true
    }
    guard depth < Self.deepest else { return false }
    if line.trimmedStart.first == ">" { return true }
    guard let marker = MarkdownListMarker(line) else { return false }
    // A number that happens to begin a line is no list, unless it is the first one.
    return (marker.number ?? 1) == 1 && !marker.isEmpty
  }

  private static func heading(_ line: Substring) -> (level: Int, text: String)? {
    let text = line.trimmedStart
    let level = text.prefix(7).prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard 1...6 ~= level, line.indent < 4, rest.isEmpty || rest.first == " " else { return nil }
    let title = rest.trimmed
    let closing = title.reversed().prefix { $0 == "#" }.count
    let open = title.dropLast(closing)
    return (level, String(open.isEmpty || open.last == " " ? open.trimmed : title))
  }

  private static func isRule(_ line: Substring) -> Bool {
    guard line.indent < 4, let mark = line.first(where: { $0 != " " }), "-*_".contains(mark) else {
      return false
    }
    return line.allSatisfy { $0 == mark || $0 == " " } && line.count { $0 == mark } >= 3
  }
}
