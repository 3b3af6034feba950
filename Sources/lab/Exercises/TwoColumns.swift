/// Two texts, next to each other where the paper is wide enough.
struct TwoColumns {
  /// The narrowest column in which code is still readable.
  private static let column = 48

  let paper: Paper

  func text(_ left: (title: String, text: String), _ right: (title: String, text: String)) -> String
  {
    let width = (paper.width - 3) / 2
    guard width >= Self.column else {
      return [left, right].map { paper.toned("--- \($0.title)", .strong) + "\n" + $0.text }
        .joined(separator: "\n")
    }
    let columns = [left, right].map { side in
      [side.title] + Self.lines(side.text).flatMap { Self.broken($0, to: width) }
    }
    return (0..<max(columns[0].count, columns[1].count)).map { row in
      let cells = columns.map { row < $0.count ? $0[row] : "" }
      return cells[0].padded(to: width) + (paper.isASCII ? " | " : " │ ") + cells[1]
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func broken(_ line: String, to width: Int) -> [String] {
    // Blanks of code count: only no-break spaces stay what they are.
    lines(line.replacing(" ", with: "\u{A0}").wrapped(to: width).releasingCode)
  }
}
