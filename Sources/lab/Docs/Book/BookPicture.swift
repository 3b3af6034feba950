/// A picture that is light or dark as the system is, as two: the site has a switch of its own.
enum BookPicture {
  private static let condition = "@media (prefers-color-scheme:dark){"

  /// The picture without its dark colours, and with them in any case.
  static func themes(of svg: String) -> (light: String, dark: String) {
    var (light, dark) = ("", "")
    var rest = svg[...]
    while let start = rest.firstRange(of: condition),
      let end = block(after: start.upperBound, rest)
    {
      light += rest[..<start.lowerBound]
      dark += rest[..<start.lowerBound] + rest[start.upperBound..<end]
      rest = rest[rest.index(after: end)...]
    }
    return (light + rest, dark + rest)
  }

  /// The brace that closes what was opened before that place.
  private static func block(after start: String.Index, _ text: Substring) -> String.Index? {
    var depth = 1
    for index in text[start...].indices {
      switch text[index] {
      case "{": depth += 1
      case "}": depth -= 1
      default: continue
      }
      if depth == 0 { return index }
    }
    return nil
  }
}
