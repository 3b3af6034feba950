/// How many columns of a terminal text takes: 2 for Chinese, Japanese, Korean and most emoji, 0
/// for marks that sit on another character, 1 for the rest.
///
/// The ranges are those that Unicode's East Asian Width (UAX #11) calls wide or fullwidth, with the
/// unassigned gaps between them closed.
enum DisplayWidth {
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]

  static func of(_ text: some Sequence<Character>) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    // U+FE0F asks for the coloured form of a sign that also has a narrow one.
    if first.properties.isEmojiPresentation || scalars.next()?.value == 0xFE0F { return 2 }
    if wide.contains(where: { $0.contains(first.value) }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}
