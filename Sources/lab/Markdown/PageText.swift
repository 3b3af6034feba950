import Foundation
import OperationDoctor

/// A page of Markdown as a terminal shows it: the source nearly as it is, with paragraphs wrapped.
///
/// Code in fences keeps its lines, however long they are. Fences, comments and the tags of foldable
/// parts are left out. A picture is its description, and a link is its text and its address.
///
/// Pure: the same source and paper give the same text, and nothing in the source can control the
/// terminal. It knows what the lessons' pages use of Markdown. Other marks stay as they are.
struct PageText {
  private let paper: Paper
  private var lines: [String] = []
  /// The lines of a paragraph or of a table that are not yet shown.
  private var paragraph: [String] = []
  private var table: [String] = []
  /// The columns before the fence of the code that is being read.
  private var fenceIndent: Int?

  /// The page, each line ended by a newline. Empty for a page without any text.
  static func render(_ source: String, on paper: Paper) -> String {
    var page = PageText(paper: paper)
    let source = paper.plain(source)
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) { page.read(line) }
    page.endBlock()
    if page.lines.last == "" { page.lines.removeLast() }
    return page.lines.map { $0 + "\n" }.joined()
  }

  private init(paper: Paper) { self.paper = paper }

  private mutating func read(_ line: Substring) {
    let indent = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indent)
    if text.hasPrefix("```") {
      endBlock()
      fenceIndent = fenceIndent == nil ? indent : nil
    } else if let fenceIndent {
      let code = String(line.dropFirst(min(indent, fenceIndent)))
      lines.append(code.isEmpty ? "" : styled(code, .code).indented(by: fenceIndent + 4))
    } else if text.isEmpty {
      endBlock()
      if lines.last?.isEmpty == false { lines.append("") }
    } else if text.hasPrefix("|") {
      if table.isEmpty { endBlock() }
      table.append(withoutMarkup(text))
    } else {
      let text = withoutMarkup(text)
      let isHeading = text.hasPrefix("#")
      if text.isEmpty || isHeading || !marker(of: text).isEmpty || !table.isEmpty { endBlock() }
      if text.isEmpty { return }
      paragraph.append(paragraph.isEmpty ? String(line.prefix(indent)) + text : text)
      if isHeading { endBlock() }
    }
  }

  /// Shows the paragraph or the table that has been read.
  private mutating func endBlock() {
    if let first = paragraph.first {
      let indent = first.prefix { $0 == " " }
      let head = String(indent + marker(of: first.dropFirst(indent.count)))
      let text = prose(paragraph.joined(separator: " ").dropFirst(head.count), indent: head.count)
      lines.append(first.hasPrefix("#") ? styled(text, .strong) : head + text.dropFirst(head.count))
    } else if !table.isEmpty {
      let isNarrow = table.allSatisfy { TerminalText.columns(withLinks($0)) <= paper.width }
      lines += isNarrow ? table.map { painted(withLinks($0)) } : listOfRows()
    }
    paragraph = []
    table = []
  }

  /// The beginning of an item of a list, or of a quotation: `- `, `1. `, `> `.
  private func marker(of line: some StringProtocol) -> Substring {
    Substring(line).prefixMatch(of: /(?:[-*+]|\d{1,9}\.|>) +/)?.output ?? ""
  }

  /// A table that is wider than the terminal: for each row the cells, each below the one before it.
  private func listOfRows() -> [String] {
    guard table.count > 2 else { return table.map { prose($0, indent: 0) } }
    let names = cells(of: table[0])
    let rows = table.dropFirst(2).map { row in
      cells(of: row).enumerated().filter { !$0.element.isEmpty }.map { column, cell in
        let name = column < names.count ? names[column] : ""
        let label = name.isEmpty ? "" : paper.isColoured ? "**\(name):** " : "\(name): "
        return String(prose(label + cell, indent: 2).dropFirst(2))
      }
    }
    return Array(rows.joined(separator: [""]))
  }

  private func cells(of row: String) -> [String] {
    let ends = CharacterSet(charactersIn: " ")
    // A bar after a backslash is no border. The page has no control characters left.
    return row.replacing("\\|", with: "\u{1}").split(
      separator: "|", omittingEmptySubsequences: false
    )
    .dropFirst().map { $0.trimmingCharacters(in: ends).replacing("\u{1}", with: "|") }
  }
}

// The text of a paragraph, a heading or a cell.
extension PageText {
  private enum Style {
    case strong, emphasis, code

    /// The parameters of the terminal's "select graphic rendition" that switch it on and off.
    var codes: (on: Int, off: Int) {
      switch self {
      case .strong: (1, 22)
      case .emphasis: (4, 24)
      case .code: (35, 39)
      }
    }
  }

  /// The text wrapped and styled, each of its lines after so many blanks.
  private func prose(_ text: some StringProtocol, indent: Int) -> String {
    let held = withLinks(String(text)).holdingCode(upTo: paper.width - indent)
    return painted(held.wrapped(to: paper.width, indent: indent)).releasingCode
  }

  private func withoutMarkup(_ line: some StringProtocol) -> String {
    guard line.contains("<") else { return String(line) }
    let markup = /`[^`]*`|<!--.*?-->|<\/?(?:details|summary)\b[^>]*>/.ignoresCase()
    return String(line).replacing(markup) { $0.output.hasPrefix("`") ? $0.output : "" }
  }

  private func withLinks(_ text: String) -> String {
    let link = /`[^`]*`|(!?)\[((?:`[^`]*`|[^\[\]`])*)\]\(((?:[^()\s]|\([^()\s]*\))*)\)/
    return text.replacing(link) { match in
      guard let words = match.output.2, let address = match.output.3 else { return match.output.0 }
      // A terminal has no use for a picture's file, nor for a place on the same page.
      let isSaid = match.output.1 == "!" || address.hasPrefix("#") || address == words
      return isSaid ? words : "\(words) <\(address)>"
    }
  }

  /// The text with styles in place of the marks for them, where styles are shown.
  private func painted(_ text: String) -> String {
    guard paper.isColoured else { return text }
    let marked = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*/
    return text.replacing(marked) { match in
      if let code = match.output.1 { return styled(code, .code) }
      if let strong = match.output.2 { return styled(painted(String(strong)), .strong) }
      return styled(painted(String(match.output.3 ?? "")), .emphasis)
    }
  }

  /// The style ends with each line and begins again after the next one's blanks: `less -R` may
  /// begin to show a text anywhere.
  private func styled(_ text: some StringProtocol, _ style: Style) -> String {
    guard paper.isColoured else { return String(text) }
    let (on, off) = ("\u{1B}[\(style.codes.on)m", "\u{1B}[\(style.codes.off)m")
    return on + String(text).replacing(/\n */) { off + $0.output + on } + off
  }
}
