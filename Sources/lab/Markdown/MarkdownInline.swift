import OperationLab

/// Shows the text of one block: emphasis, code and links.
struct MarkdownInline {
  /// Whether emphasis and code are told apart by marks around them, because the terminal shows no
  /// styles.
  let showsMarks: Bool

  func text(_ source: String, footnotes: inout MarkdownFootnotes) -> StyledText {
    var result = StyledText()
    var strong = 0
    var emphasis = 0
    var linkStarts: [Int] = []
    var style: StyledText.Style {
      StyledText.Style(strong > 0 ? [.bold] : []).union(emphasis > 0 ? [.underlined] : [])
    }
    func add(_ text: some StringProtocol) { result.cells += StyledText(text, style).cells }
    for token in MarkdownScanner.tokens(in: source) {
      switch token {
      case .text(" ") where result.cells.last?.character == " ":
        break
      case .text(let character):
        result.cells.append(.init(character: character, style: style))
      case .lineBreak:
        result.cells.append(.init(character: "\n", style: []))
      case .code(let content):
        let text = String(content.map { $0 == "\n" ? " " : $0 })
        if showsMarks {
          add("`\(text)`")
        } else {
          result.cells += StyledText(text, style.union(.code)).cells
        }
      case .mark(let mark, .literal):
        add(mark)
      case .mark(let mark, let role):
        let change = role == .opens ? 1 : -1
        if mark.count == 2 { strong += change } else { emphasis += change }
        if showsMarks { add(mark.count == 2 ? "*" : "_") }
      case .linkStart(let isLink):
        if isLink { linkStarts.append(result.cells.count) } else { add("[") }
      case .linkEnd(let address):
        let start = linkStarts.popLast() ?? 0
        let isSaid =
          result.cells.count - start == address.count
          && result.cells[start...].lazy.map(\.character).elementsEqual(address)
        // A place on the same page leads nowhere here, and an address need not be said twice.
        if isSaid || address.isEmpty || address.hasPrefix("#") { break }
        add("\u{A0}[\(footnotes.number(of: address))]")
      }
    }
    return result
  }
}
