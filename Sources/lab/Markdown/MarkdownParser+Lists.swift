/// The bullet or number that begins an item.
struct MarkdownListMarker {
  /// `nil` for a bullet.
  let number: Int?
  /// The bullet, or what follows the number; another one begins another list.
  let mark: Character
  /// The column at which the item's text begins, and to which its further lines are indented.
  let indent: Int
  let isEmpty: Bool

  init?(_ line: Substring) {
    guard line.indent < 4 else { return nil }
    let text = line.trimmedStart
    // More digits would not fit into a number; CommonMark draws the line there, too.
    let digits = text.prefix(10).prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard digits.count < 10, let mark = rest.first,
      (digits.isEmpty ? "-*+" : ".)").contains(mark)
    else { return nil }
    let content = rest.dropFirst()
    guard content.isEmpty || content.first == " " else { return nil }
    number = digits.isEmpty ? nil : Int(digits)
    self.mark = mark
    isEmpty = content.isBlank
    // Five spaces and more are one and an indented block of code.
    let gap = isEmpty || content.indent > 4 ? 1 : content.indent
    indent = line.indent + digits.count + 1 + gap
  }
}

extension MarkdownParser {
  mutating func list() -> MarkdownBlock? {
    guard depth < Self.deepest, let line = lines.first, let first = MarkdownListMarker(line) else {
      return nil
    }
    var list = MarkdownList(start: first.number, items: [], isLoose: false)
    while let line = lines.first, let marker = MarkdownListMarker(line), marker.mark == first.mark {
      var item = itemLines(marker)
      var trailing = 0
      while item.last?.isBlank == true {
        item.removeLast()
        trailing += 1
      }
      let goesOn = lines.first.flatMap(MarkdownListMarker.init)?.mark == first.mark
      let blocks = Self.blocks(in: item, depth: depth + 1)
      if blocks.contains(where: \.needsAir) || blocks.count(where: \.isParagraph) > 1
        || (trailing > 0 && goesOn)
      {
        list.isLoose = true
      }
      list.items.append(blocks)
    }
    return .list(list)
  }

  /// Takes the lines of one item, without its marker and indentation.
  private mutating func itemLines(_ marker: MarkdownListMarker) -> [Substring] {
    guard let first = lines.popFirst() else { return [] }
    var item = [first.dropFirst(marker.indent)]
    var fence = MarkdownFence(opening: item[0])
    while let line = lines.first {
      let isInside = line.indent >= marker.indent
      let isLazy =
        fence == nil && item.last?.isBlank == false && MarkdownListMarker(line) == nil
        && !startsBlock(line)
      guard line.isBlank || isInside || isLazy else { break }
      let text = line.droppingSpaces(atMost: marker.indent)
      if let open = fence {
        if open.isClosed(by: text) { fence = nil }
      } else {
        fence = MarkdownFence(opening: text)
      }
      item.append(text)
      lines.removeFirst()
    }
    return item
  }
}
