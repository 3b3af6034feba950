extension Diagnosis {
  /// Who waits for whom, drawn with arrows.
  ///
  /// ```
  /// op3 … op10 (8) ─▶ a slot of 'downloads'
  ///   ─▶ op1 and op2: started, never finished
  /// ```
  ///
  /// A circle is drawn as one:
  ///
  /// ```
  /// ┌─▶ a ─▶ b ─▶ c ─┐
  /// └────────────────┘
  /// ```
  ///
  /// No line is longer than the width; an empty diagnosis is an empty string.
  ///
  /// - Parameters:
  ///   - width: columns, at least 20.
  ///   - style: which characters it may be made of.
  ///   - limit: how many lines to give at most, a last one saying that there is more not counted.
  package func graph(width: Int = 60, style: Style = .unicode, limit: Int = 30) -> String {
    let width = max(width, 20)
    let lines = WaitGraph(findings).paths.flatMap { path in
      path.isCircle
        ? path.circle(width: width, style: style) : path.line(width: width, style: style)
    }
    let shown = lines.prefix(limit).map { style.apply($0) }
    let rest = lines.count > limit ? [style.apply("… (\(lines.count - limit) more lines)")] : []
    return (shown + rest).joined(separator: "\n")
  }
}

/// One line of the graph: from who waits to what is waited for in the end.
struct WaitPath: Hashable {
  /// Each waits for the next.
  var stations: [String]
  /// Whether the last waits for the first.
  var isCircle = false
  /// Why the last one is where it is.
  var ending = ""

  private static let longest = 8

  /// The stations, those in the middle left out if there are too many.
  private var shortened: [String] {
    guard stations.count > Self.longest else { return stations }
    let left = stations.count - 5
    return Array(stations.prefix(3)) + ["… (\(left) more)"] + stations.suffix(2)
  }

  /// As lines of text, broken before arrows where possible.
  func line(width: Int, style: Diagnosis.Style) -> [String] {
    var pieces = shortened.enumerated().map { $0 == 0 ? $1 : "─▶ \($1)" }
    if !ending.isEmpty, let last = pieces.popLast() {
      pieces.append("\(last): \(ending)")
    }
    var lines: [String] = []
    for piece in pieces.map(style.widened) {
      if let last = lines.last, TerminalText.columns("\(last) \(piece)") <= width {
        lines[lines.count - 1] = "\(last) \(piece)"
      } else {
        let indent = lines.isEmpty ? "" : "  "
        lines += TerminalText.wrapped(piece, to: width - 2, indent: 3, breaksWords: false)
          .map { style.fitted("\(indent)\($0)", to: width) }
      }
    }
    return lines
  }

  /// As a ring, lying if it fits, else standing.
  func circle(width: Int, style: Diagnosis.Style) -> [String] {
    let names = shortened.map(style.widened)
    let top = "┌─▶ \(names.joined(separator: " ─▶ ")) ─┐"
    let columns = TerminalText.columns(top)
    if columns <= width {
      return [top, "└\(String(repeating: "─", count: columns - 2))┘"]
    }
    var lines = names.flatMap { ["│   ▼", style.fitted("│   \($0)", to: width)] }
    lines.removeFirst()
    lines[0] = style.fitted("┌─▶ \(names[0])", to: width)
    lines[lines.count - 1] = style.fitted("└── \(names[names.count - 1])", to: width)
    return lines
  }
}

extension Diagnosis.Style {
  /// Replaces what takes more columns in this style, so that lines are broken where they should.
  fileprivate func widened(_ text: String) -> String {
    self == .ascii ? text.replacing("…", with: "...") : text
  }

  fileprivate func fitted(_ text: String, to width: Int) -> String {
    TerminalText.fitted(text, to: width, isASCII: self == .ascii)
  }
}
