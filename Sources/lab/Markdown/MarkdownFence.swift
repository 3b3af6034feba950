/// The line that opens a block of code: three or more backticks or tildes.
struct MarkdownFence {
  let mark: Character
  let length: Int
  let indent: Int
  let language: String

  init?(opening line: Substring) {
    let text = line.trimmedStart
    guard line.indent < 4, let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let length = text.prefix { $0 == mark }.count
    let info = text.dropFirst(length)
    guard length >= 3, mark == "~" || !info.contains("`") else { return nil }
    self.mark = mark
    self.length = length
    self.indent = line.indent
    language = String(info.trimmed.prefix { $0 != " " })
  }

  func isClosed(by line: Substring) -> Bool {
    let text = line.trimmed
    return line.indent < 4 && text.count >= length && text.allSatisfy { $0 == mark }
  }
}

extension Substring {
  var isBlank: Bool { allSatisfy { $0 == " " } }

  /// How many spaces it begins with.
  var indent: Int { prefix { $0 == " " }.count }

  var trimmedStart: Substring { drop { $0 == " " } }

  var trimmed: Substring {
    var text = trimmedStart
    while text.last == " " { text.removeLast() }
    return text
  }

  func droppingSpaces(atMost count: Int) -> Substring {
    dropFirst(prefix(count).prefix { $0 == " " }.count)
  }
}
