/// Finds emphasis, code and links in the text of one block.
///
/// Linear in the length of the text: everything that could be searched for in vain is searched for
/// once, or only as far as the next candidate.
struct MarkdownScanner {
  private let source: [Character]
  private var position = 0
  private var tokens: [MarkdownToken] = []
  /// Marks that may still be closed, innermost last; at most one of each kind.
  private var openMarks: [(mark: String, token: Int)] = []
  private var openBrackets: [Int] = []
  /// Where brackets stand that open the words of a picture.
  private var pictureStarts: Set<Int> = []
  private var hasNoCommentEnd = false
  private lazy var closers = backtickClosers()

  static func tokens(in text: String) -> [MarkdownToken] {
    var scanner = MarkdownScanner(source: Array(text))
    scanner.scan()
    return scanner.tokens
  }

  private init(source: [Character]) {
    self.source = source
  }

  private mutating func scan() {
    while position < source.count {
      let character = source[position]
      switch character {
      case "\\": escape()
      case "`": code()
      case "*", "_": mark(character)
      case "<": angle()
      case "&": entity()
      case "!" where at(position + 1) == "[":
        pictureStarts.insert(tokens.count)
        position += 1
        fallthrough
      case "[":
        openBrackets.append(tokens.count)
        tokens.append(.linkStart(isLink: false))
        position += 1
      case "]": bracket()
      case "\n":
        let isHard = position > 1 && source[position - 1] == " " && source[position - 2] == " "
        tokens.append(isHard ? .lineBreak : .text(" "))
        position += 1
      default:
        tokens.append(.text(character))
        position += 1
      }
    }
  }

  private func at(_ index: Int) -> Character? {
    source.indices.contains(index) ? source[index] : nil
  }

  private mutating func escape() {
    switch at(position + 1) {
    case "\n": tokens.append(.lineBreak)
    case let next? where next.isASCII && (next.isPunctuation || next.isSymbol):
      tokens.append(.text(next))
    default:
      tokens.append(.text("\\"))
      position -= 1
    }
    position += 2
  }

  private func length(ofRunAt start: Int) -> Int {
    source[start...].prefix { $0 == source[start] }.count
  }

  private mutating func code() {
    let length = length(ofRunAt: position)
    let start = position + length
    guard let end = closers[position] else {
      tokens += source[position..<start].map(MarkdownToken.text)
      position = start
      return
    }
    var content = source[start..<end]
    if content.first == " ", content.last == " ", content.contains(where: { $0 != " " }) {
      content = content.dropFirst().dropLast()
    }
    tokens.append(.code(content))
    position = end + length
  }

  /// For the start of each run of backticks, where the next one of the same length starts.
  private func backtickClosers() -> [Int: Int] {
    var closers: [Int: Int] = [:]
    var last: [Int: Int] = [:]
    var index = 0
    while index < source.count {
      guard source[index] == "`" else {
        index += 1
        continue
      }
      let length = length(ofRunAt: index)
      if let opener = last[length] { closers[opener] = index }
      last[length] = index
      index += length
    }
    return closers
  }

  private mutating func mark(_ character: Character) {
    let length = length(ofRunAt: position)
    let before = at(position - 1) ?? " "
    let after = at(position + length) ?? " "
    position += length
    let touchesNext = !after.isWhitespace && (!after.isPunctuation || !before.isWordlike)
    let touchesPrevious = !before.isWhitespace && (!before.isPunctuation || !after.isWordlike)
    let isInsideWord = character == "_" && before.isWordlike && after.isWordlike
    let marks = [1: [1], 2: [2], 3: [2, 1]][length]?.map { String(repeating: character, count: $0) }
    guard let marks, !isInsideWord else {
      tokens += repeatElement(.text(character), count: length)
      return
    }
    let isClosing = touchesPrevious && openMarks.contains { marks.contains($0.mark) }
    for mark in isClosing ? marks.reversed() : marks {
      if touchesPrevious, let index = openMarks.lastIndex(where: { $0.mark == mark }) {
        tokens[openMarks[index].token] = .mark(mark, .opens)
        tokens.append(.mark(mark, .closes))
        openMarks.removeSubrange(index...)
      } else {
        if touchesNext {
          openMarks.removeAll { $0.mark == mark }
          openMarks.append((mark, tokens.count))
        }
        tokens.append(.mark(mark, .literal))
      }
    }
  }

  /// A comment, a tag that means nothing here, or an address; anything else is just a sign.
  private mutating func angle() {
    if source[position...].starts(with: "<!--"), let end = commentEnd() {
      position = end
      return
    }
    let content = source[(position + 1)...].prefix { !"<> \n".contains($0) }
    guard at(content.endIndex) == ">" else {
      tokens.append(.text("<"))
      position += 1
      return
    }
    let text = String(content)
    let name = text.lowercased().filter { $0 != "/" }
    if text.contains("://") {
      tokens += content.map(MarkdownToken.text)
    } else if name == "br" {
      tokens.append(.lineBreak)
    } else if !Self.ignoredTags.contains(name) {
      tokens += source[position...content.endIndex].map(MarkdownToken.text)
    }
    position = content.endIndex + 1
  }

  private static let ignoredTags: Set<String> = [
    "b", "strong", "i", "em", "kbd", "code", "sub", "sup", "p", "details", "summary",
  ]

  private mutating func commentEnd() -> Int? {
    guard !hasNoCommentEnd else { return nil }
    var index = position + 4
    while index + 2 < source.count {
      if source[index] == "-", source[index + 1] == "-", source[index + 2] == ">" {
        return index + 3
      }
      index += 1
    }
    // Then the next comment has none either: never look again.
    hasNoCommentEnd = true
    return nil
  }

  private mutating func entity() {
    let entities: [(String, Character)] = [
      ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"),
    ]
    let found = entities.first { source[position...].starts(with: $0.0) }
    tokens.append(.text(found?.1 ?? "&"))
    position += found?.0.count ?? 1
  }

  private mutating func bracket() {
    position += 1
    guard let start = openBrackets.popLast(), at(position) == "(", let end = addressEnd() else {
      tokens.append(.text("]"))
      return
    }
    // A terminal shows a picture's words, and the file is of no use to it.
    let isPicture = pictureStarts.contains(start)
    let address = isPicture ? [] : source[(position + 1)..<end].prefix { $0 != " " }
    tokens[start] = .linkStart(isLink: true)
    tokens.append(.linkEnd(address: String(address)))
    position = end + 1
  }

  /// Where the parenthesis after a link's text closes. Stops at a bracket, so that no stretch of
  /// text is searched twice.
  private func addressEnd() -> Int? {
    var depth = 0
    for index in (position + 1)..<max(source.count, position + 1) {
      switch source[index] {
      case "(": depth += 1
      case ")" where depth == 0: return index
      case ")": depth -= 1
      case "[", "]", "\n": return nil
      default: break
      }
    }
    return nil
  }
}

extension Character {
  fileprivate var isWordlike: Bool { !isWhitespace && !isPunctuation }
}
