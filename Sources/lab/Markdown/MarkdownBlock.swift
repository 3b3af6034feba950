/// A piece of a page, from one blank line to the next. Text is still Markdown: emphasis, code and
/// links in it are found when it is shown.
indirect enum MarkdownBlock: Equatable, Sendable {
  case heading(level: Int, text: String)
  case paragraph(String)
  case code(language: String, lines: [String])
  case quote([MarkdownBlock])
  case list(MarkdownList)
  case table(MarkdownTable)
  case rule

  var isParagraph: Bool {
    if case .paragraph = self { true } else { false }
  }

  /// Whether it would be hard to tell from its neighbours without blank lines around it.
  var needsAir: Bool {
    switch self {
    case .code, .quote, .table, .rule: true
    case .heading, .paragraph, .list: false
    }
  }
}

/// Items under bullets or numbers.
struct MarkdownList: Equatable, Sendable {
  /// The first item's number; `nil` for bullets.
  var start: Int?
  var items: [[MarkdownBlock]]
  /// Whether blank lines stand between items.
  var isLoose: Bool
}

/// Cells in rows, all of one length.
struct MarkdownTable: Equatable, Sendable {
  enum Alignment: Equatable, Sendable { case left, centre, right }

  var header: [String]
  var alignments: [Alignment]
  var rows: [[String]]
}
