/// Makes text safe inside XML and HTML, between tags and between double quotes.
enum TimelineMarkup {
  /// A name or note from a trace: first made visible, then escaped.
  static func text(_ text: String) -> String {
    escaped(TerminalText.visible(text))
  }

  /// Text of the kit's own, which may already contain names that were made visible.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
