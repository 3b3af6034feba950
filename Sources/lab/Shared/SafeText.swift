/// Text from a file, made fit for a terminal: nothing in it can move the cursor, change colours or
/// turn the direction of writing.
package enum SafeText {
  /// Lines end in a plain newline and tabs become spaces. Control characters are shown as `�`.
  ///
  /// - Parameter isASCII: whether to spell typographic signs and line drawings in ASCII. Letters
  ///   stay what they are: there is no honest ASCII for a Chinese title.
  package static func clean(_ source: String, isASCII: Bool) -> String {
    var result = String.UnicodeScalarView()
    var column = 0
    var previous: Unicode.Scalar = "\n"
    for scalar in source.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r":
        continue
      case "\n", "\r", "\u{2028}", "\u{2029}":
        result.append("\n")
        column = 0
        continue
      case "\t":
        let spaces = 4 - column % 4
        // One by one: appending a sequence makes room for just that much, again and again.
        for _ in 0..<spaces { result.append(" ") }
        column += spaces
        continue
      case "\u{AD}", "\u{200B}", "\u{FEFF}":
        continue
      case _ where isControl(scalar):
        result.append(isASCII ? "?" : "\u{FFFD}")
      case _ where isASCII && !scalar.isASCII:
        for sign in spelling(of: scalar) { result.append(sign) }
      default:
        result.append(scalar)
      }
      column += 1
    }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Marks and overrides of the direction of writing: they can show text in a wrong order.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let text =
      switch scalar {
      case "\u{A0}", "\u{202F}": " "
      case "‐", "‑", "–", "─", "━", "·": "-"
      case "—": "--"
      case "‘", "’": "'"
      case "“", "”": "\""
      case "…": "..."
      case "→": "->"
      case "←": "<-"
      case "⇒": "=>"
      case "↑": "^"
      case "↓": "v"
      case "×": "x"
      case "•": "*"
      case "▸", "▶", "►": ">"
      case "│", "┃": "|"
      case "\u{2500}"..."\u{257F}": "+"
      case "\u{2580}"..."\u{259F}": "#"
      default: String(scalar)
      }
    return text.unicodeScalars
  }
}
