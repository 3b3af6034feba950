import OperationCourse
import OperationDoctor

/// The layout of results: the columns, with or without colours and letters beyond ASCII.
package struct Paper: Sendable {
  package var width: Int
  /// Whether only ASCII should be shown: the terminal is dumb or the locale is not UTF-8.
  package var isASCII: Bool
  package var isColoured: Bool
  /// What it is written in.
  package var language = Language.english

  package init(width: Int, isASCII: Bool, isColoured: Bool) {
    self.width = width
    self.isASCII = isASCII
    self.isColoured = isColoured
  }

  /// For files: as wide as most terminals, without colours.
  package static let plain = Paper(width: 80, isASCII: false, isColoured: false)

  /// Not wider than what is comfortable to read.
  package var readable: Paper {
    var paper = self
    paper.width = min(width, 100)
    return paper
  }

  /// The text without what could control the terminal, and in ASCII where nothing else is shown.
  package func plain(_ text: String) -> String { SafeText.clean(text, isASCII: isASCII) }

  /// The text in a tone, where colours are shown.
  package func toned(_ text: String, _ tone: Tone) -> String {
    isColoured ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A bar that is full at 1.
  package func bar(_ fraction: Double, columns: Int) -> String {
    let full = Int(min(max(fraction, 0), 1) * Double(columns))
    return String(repeating: isASCII ? "#" : "█", count: full)
      + String(repeating: isASCII ? "." : "░", count: columns - full)
  }

  /// What a piece of text means. Colours from the standard sixteen, which every terminal's theme
  /// makes readable on its own background.
  package enum Tone: String {
    case strong = "1"
    case good = "32"
    case bad = "31"
    case remarkable = "35"
  }
}

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
