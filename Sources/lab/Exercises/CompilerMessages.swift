/// A compiler's messages, laid out for a screen.
struct CompilerMessages {
  private let lines: [String]

  init(_ messages: String) {
    lines = messages.replacing("\t", with: " ").split(separator: "\n").map(String.init)
  }

  /// The messages broken between words. Of a line of code that is too long, the part that the mark
  /// below it points at.
  ///
  /// - Parameter path: the learner's file, of which only the name is shown.
  func text(width: Int, path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var result: [String] = []
    var start = 0
    for (place, line) in lines.enumerated() {
      if line.contains(/^[^ ].*:\d+:\d+: \w+:/) {
        let message = line.hasPrefix(path) ? name + line.dropFirst(path.count) : line
        if !result.isEmpty { result.append("") }
        result.append(message.wrapped(to: width, indent: 2, firstIndent: ""))
        continue
      }
      let below = place + 1 < lines.count ? lines[place + 1] : ""
      if let mark = Self.mark(below) { start = max(0, mark - width / 2) }
      result.append(("  " + line.dropFirst(start)).cut(to: width))
      if Self.mark(line) != nil { start = 0 }
    }
    return result.joined(separator: "\n")
  }

  /// The column that a line of marks points at, or `nil` for any other line.
  private static func mark(_ line: String) -> Int? {
    guard line.contains("^"), line.allSatisfy({ " ^~".contains($0) }) else { return nil }
    return line.prefix { $0 != "^" }.count
  }
}
