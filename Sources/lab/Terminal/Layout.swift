/// Fitting text into columns.
extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// Not longer than `width`; what is cut off is marked.
  func cut(to width: Int) -> String {
    count <= width ? self : prefix(max(0, width - 1)) + "~"
  }

  /// Every line that is not empty with blanks before it.
  func indented(by margin: Int) -> String {
    let blanks = String(repeating: " ", count: margin)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : blanks + $0 }
      .joined(separator: "\n")
  }

  /// Broken between words into lines not longer than `width`, all indented. A word that is longer
  /// than a line is broken anywhere.
  func wrapped(to width: Int, indent: Int = 0, firstIndent: String? = nil) -> String {
    let margin = String(repeating: " ", count: indent)
    let room = max(8, width - indent)
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      var word = String(word)
      if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > room {
        lines.append(line)
        line = ""
      }
      while DisplayWidth.of(word) > room {
        let head = word.prefix(columns: room)
        lines.append(String(head))
        word = String(word.dropFirst(head.count))
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines.enumerated()
      .map { ($0.offset == 0 ? firstIndent ?? margin : margin) + $0.element }
      .joined(separator: "\n")
  }

  /// As much of its beginning as these columns hold; a Chinese sign takes two.
  private func prefix(columns: Int) -> Substring {
    var width = 0
    return prefix { character in
      width += DisplayWidth.of(character)
      return width <= columns
    }
  }
}
