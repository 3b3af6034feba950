/// How wide text is on a terminal, and how to make a name from a trace safe to show.
package enum TerminalText {
  /// Columns that a terminal gives the text: two for Chinese, Japanese and Korean characters and
  /// for most emoji, none for accents that combine.
  package static func columns(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.count : text.reduce(0) { $0 + columns($1) }
  }

  /// The text with everything that would move the cursor, hide or reorder its neighbours written
  /// out as `\u{…}`. With `isASCII`, everything else beyond ASCII is written out, too.
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

  /// Lines no wider than `width`, broken at spaces, and between the characters of scripts that have none.
  ///
  /// - Parameters:
  ///   - indent: blanks before each line but the first.
  ///   - firstIndent: what the first line begins with.
  ///   - breaksWords: whether to break a word that is longer than a line. If not, it stays whole on
  ///     a line of its own.
  package static func wrapped(
    _ text: String, to width: Int, indent: Int = 0, firstIndent: String = "",
    breaksWords: Bool = true
  ) -> [String] {
    // The widest characters take two columns.
    let width = max(width, indent + 2)
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = firstIndent
    var used = columns(firstIndent)
    var isEmpty = true
    func endLine() {
      lines.append(line)
      (line, used, isEmpty) = (margin, indent, true)
    }
    for (word, isAfterSpace) in text.split(separator: " ").flatMap({ unbroken(String($0)) }) {
      let wide = columns(word)
      let space = isAfterSpace && !isEmpty ? " " : ""
      if !isEmpty, used + space.count + wide > width {
        endLine()
      } else {
        line += space
        used += space.count
      }
      isEmpty = false
      if !breaksWords || used + wide <= width {
        line += word
        used += wide
        continue
      }
      for character in word {
        let wide = columns(character)
        if used + wide > width { endLine() }
        line.append(character)
        used += wide
        isEmpty = false
      }
    }
    return isEmpty ? lines : lines + [line]
  }

  /// The pieces of a word that stay whole, the first after a space. One of a wide character is that
  /// character with the marks that may not begin a line, or not end one.
  private static func unbroken(_ word: String) -> [(String, isAfterSpace: Bool)] {
    var pieces: [(String, isAfterSpace: Bool)] = []
    var (wasWide, mayEnd) = (false, true)
    for character in word {
      let isWide = columns(character) == 2
      let mayBegin = !"，。、；：？！）》」』”’…".contains(character)
      if let last = pieces.indices.last, !mayBegin || !mayEnd || !(wasWide || isWide) {
        pieces[last].0.append(character)
      } else {
        pieces.append((String(character), pieces.isEmpty))
      }
      (wasWide, mayEnd) = (isWide, !"（《「『“‘".contains(character))
    }
    return pieces
  }

  private static func isSafe(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
        false
      // Joiners inside an emoji or a letter are fine. Alone, or with reordering marks, they are
      // not.
      case .format: (scalar.value == 0x200C || scalar.value == 0x200D) && scalars.count > 1
      case .nonspacingMark, .enclosingMark, .spacingMark: scalars.count > 1
      default: true
      }
    }
  }

  private static func columns(_ character: Character) -> Int {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    // U+FE0F asks for the coloured form of a sign that also has a narrow one.
    if first.properties.isEmojiPresentation || scalars.next()?.value == 0xFE0F { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  /// The ranges that Unicode's East Asian Width (UAX #11) calls wide or fullwidth, with the
  /// unassigned gaps between them closed.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
