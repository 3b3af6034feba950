/// What the text of a block is made of.
enum MarkdownToken {
  case text(Character)
  case code(ArraySlice<Character>)
  case lineBreak
  /// `*`, `**`, `_` or `__`; what it turned out to be.
  case mark(String, MarkRole)
  /// `[`; whether the end of a link was found.
  case linkStart(isLink: Bool)
  case linkEnd(address: String)

  enum MarkRole { case literal, opens, closes }
}
