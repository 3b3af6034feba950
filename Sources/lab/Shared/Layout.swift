import OperationDoctor

/// Fitting text into columns.
extension String {
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TerminalText.columns(self)))
  }

  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - TerminalText.columns(self))) + self
  }

  /// Not longer than `width`. What is cut off is marked.
  package func cut(to width: Int) -> String {
    TerminalText.fitted(self, to: width, isASCII: true)
  }

  /// Every line that is not empty with blanks before it.
  package func indented(by margin: Int) -> String {
    let blanks = String(repeating: " ", count: margin)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : blanks + $0 }
      .joined(separator: "\n")
  }

  /// Broken between words into lines not longer than `width`, all indented. A word that is longer
  /// than a line is broken anywhere.
  package func wrapped(to width: Int, indent: Int = 0, firstIndent: String? = nil) -> String {
    let first = firstIndent ?? String(repeating: " ", count: indent)
    let lines = TerminalText.wrapped(self, to: width, indent: indent, firstIndent: first)
    return lines.isEmpty ? first : lines.joined(separator: "\n")
  }

  /// A line of code or of a table: as it is if it fits, otherwise it goes on below, further in.
  package func folded(to width: Int) -> [String] {
    let plain = replacing(/\u{1B}\[[0-9;]*m/, with: "")
    guard TerminalText.columns(plain) > width else { return [self] }
    let margin = plain.prefix { $0 == " " }
    return TerminalText.wrapped(
      plain, to: width, indent: min(margin.count + 4, width / 2), firstIndent: String(margin))
  }

  package var trimmedAtEnd: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
