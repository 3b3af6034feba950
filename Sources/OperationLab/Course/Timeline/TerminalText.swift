/// How wide text is on a terminal, and how to make a name from a trace safe to show.
package enum TerminalText {
  /// Columns that a terminal gives the text: two for Chinese, Japanese and Korean characters and
  /// for most emoji, none for accents that combine.
  package static func columns(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.count : text.reduce(0) { $0 + columns($1) }
  }

  /// The text with everything that would move the cursor, hide or reorder its neighbours written
  /// out as `\u{…}`; with `isASCII`, everything else beyond ASCII too.
  ///
  ///     TerminalText.visible("a\u{1B}[2Jé", isASCII: true)  // a\u{1B}[2J\u{E9}
  package static func visible(_ text: String, isASCII: Bool = false) -> String {
    if text.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return text }
    var result = ""
    for character in text {
      if isSafe(character), !isASCII || character.isASCII {
        result.append(character)
      } else {
        for scalar in character.unicodeScalars {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return result
  }

  /// The text, or as much of its beginning as fits, with a mark where it was cut.
  package static func fitted(_ text: String, to width: Int, isASCII: Bool = false) -> String {
    guard columns(text) > width else { return text }
    guard width > 0 else { return "" }
    var result = ""
    var left = width - 1
    for character in text {
      left -= columns(character)
      if left < 0 { break }
      result.append(character)
    }
    return result + (isASCII ? "~" : "…")
  }

  /// Lines no wider than `width`, broken at spaces, or inside a word that is wider than a line.
  package static func wrapped(_ text: String, to width: Int, indent: Int = 0) -> [String] {
    let width = max(width, indent + 2)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      for piece in pieces(word, to: width - indent) {
        let wide = columns(piece)
        if !line.isEmpty, used + 1 + wide > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        if line.isEmpty {
          line = lines.isEmpty ? "" : String(repeating: " ", count: indent)
          line += piece
          used = columns(line)
        } else {
          line += " " + piece
          used += 1 + wide
        }
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func pieces(_ word: Substring, to width: Int) -> [String] {
    guard columns(word) > width else { return [String(word)] }
    var pieces = [""]
    var used = 0
    for character in word {
      let wide = columns(character)
      if used + wide > width {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].append(character)
      used += wide
    }
    return pieces
  }

  private static func isSafe(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
        false
      // Joiners inside an emoji or a letter are fine; alone, or with reordering marks, they are
      // not.
      case .format: (scalar.value == 0x200C || scalar.value == 0x200D) && scalars.count > 1
      case .nonspacingMark, .enclosingMark, .spacingMark: scalars.count > 1
      default: true
      }
    }
  }

  private static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  /// The blocks that Unicode's East Asian Width calls wide or fullwidth, coarsely.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
