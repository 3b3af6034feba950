import OperationDoctor

/// Makes text safe inside XML and HTML, between tags and between double quotes.
package enum TimelineMarkup {
  /// A name or note from a trace: first made visible, then escaped.
  static func text(_ text: String) -> String {
    escaped(TerminalText.visible(text))
  }

  /// Text of the kit's own, which may already contain names that were made visible.
  package static func escaped(_ text: String) -> String {
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

  /// Facts as `data-` attributes, with a blank before each.
  static func facts(_ facts: Timeline.Facts) -> String {
    facts.all.map { name, value in
      let safe =
        switch value {
        case .text(let text): self.text(text)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .names(let names): names.map { self.text($0) }.joined(separator: ", ")
        }
      return #" data-\#(name)="\#(safe)""#
    }.joined()
  }

  /// JSON that can stand between script tags: everything that markup or a reader of text could take
  /// for something else is written as an escape, which JSON allows in its strings.
  static func json(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for unit in text.utf16 {
      switch unit {
      case 0x20..<0x7F where unit != 0x26 && unit != 0x3C && unit != 0x3E:
        result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
