import OperationCourse

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
