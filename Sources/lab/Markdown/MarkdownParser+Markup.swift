// The little HTML that pages use between paragraphs: comments, which carry markers for scripts and
// are dropped, and what can be folded away in a browser, which is shown open.
extension MarkdownParser {
  static func isMarkup(_ line: Substring) -> Bool {
    let start = line.trimmedStart.prefix(9).lowercased()
    return ["<!--", "<details", "</details", "<summary"].contains { start.hasPrefix($0) }
  }

  /// Drops a comment or the tag of a foldable part; whatever follows it stays.
  mutating func skipMarkup(_ line: Substring) -> Bool {
    let text = line.trimmedStart
    guard line.indent < 4, text.first == "<" else { return false }
    if text.hasPrefix("<!--") {
      skip(past: "-->")
      return true
    }
    let start = text.prefix(9).lowercased()
    guard start.hasPrefix("<details") || start.hasPrefix("</details"),
      let end = text.firstIndex(of: ">")
    else { return false }
    putBack(text[text.index(after: end)...])
    return true
  }

  /// The visible line of a foldable part, as a heading.
  mutating func summary() -> MarkdownBlock? {
    guard let line = lines.first, line.indent < 4,
      line.trimmedStart.prefix(9).lowercased() == "<summary>"
    else { return nil }
    var text: [Substring] = []
    var rest = line.trimmedStart.dropFirst(9)
    while true {
      if let end = rest.range(ofTag: "</summary>") {
        text.append(rest[..<end.lowerBound])
        putBack(rest[end.upperBound...])
        break
      }
      text.append(rest)
      lines.removeFirst()
      guard let line = lines.first, !line.isBlank else { break }
      rest = line
    }
    return .heading(level: 3, text: String(text.joined(separator: " ")[...].trimmed))
  }

  private mutating func skip(past end: String) {
    while let line = lines.first {
      if let found = line.range(ofTag: end) {
        putBack(line[found.upperBound...])
        return
      }
      lines.removeFirst()
    }
  }

  /// What is left of the first line becomes the first line.
  private mutating func putBack(_ rest: Substring) {
    if rest.isBlank {
      lines.removeFirst()
    } else {
      lines[lines.startIndex] = rest
    }
  }
}

extension Substring {
  /// Where the tag, in ASCII, first stands, in whatever case.
  fileprivate func range(ofTag tag: String) -> Range<Index>? {
    var start = startIndex
    while let found = self[start...].firstIndex(where: { $0 == tag.first }) {
      let candidate = self[found...].prefix(tag.count)
      if candidate.lowercased() == tag { return found..<candidate.endIndex }
      start = index(after: found)
    }
    return nil
  }
}
