extension Diagnosis {
  /// What is said where there are no findings.
  static let nothing = "Nothing is stuck that a queue knows of."

  /// The graph as a Mermaid flowchart.
  ///
  /// - Parameters:
  ///   - limit: how many paths to draw at most. The rest is counted.
  ///   - nothing: the words of the only box if there are no findings.
  package func mermaid(limit: Int = 30, otherwise nothing: String? = nil) -> String {
    let paths = paths
    var chart = MermaidChart()
    for path in paths.prefix(limit) { chart.draw(path) }
    if paths.isEmpty { chart.draw(words: nothing ?? Self.nothing) }
    if paths.count > limit { chart.draw(words: "… (\(paths.count - limit) more)") }
    return chart.text
  }
}

/// A flowchart in Mermaid's language. Each station has one box, however many paths lead to it.
private struct MermaidChart {
  private var boxes: [Box] = []
  private var arrows: [String] = []

  private struct Box {
    let words: String
    var isOperations = true
    var station: WaitPath.Station?
    var ending = ""
  }

  mutating func draw(words: String) { boxes.append(Box(words: words)) }

  mutating func draw(_ path: WaitPath) {
    var stations = path.shortened.map { number($0) }
    if !path.ending.isEmpty, let last = stations.last { boxes[last].ending = path.ending.english }
    if path.isCircle { stations += stations.prefix(1) }
    for (from, to) in zip(stations, stations.dropFirst()) {
      let arrow = "  n\(from) --> n\(to)"
      if !arrows.contains(arrow) { arrows.append(arrow) }
    }
  }

  /// The number of the station's box.
  private mutating func number(_ station: WaitPath.Station) -> Int {
    if let number = boxes.firstIndex(where: { $0.station == station }) { return number }
    var box = Box(words: station.words.english, isOperations: station.isOperations)
    // What is left out of two paths is not the same.
    if case .more = station {} else { box.station = station }
    boxes.append(box)
    return boxes.count - 1
  }

  var text: String {
    let boxes = boxes.enumerated().map { number, box in
      let words = [box.words, box.ending].filter { !$0.isEmpty }.map(Self.quoted)
      let label = "\"\(words.joined(separator: "<br>"))\""
      return "  n\(number)" + (box.isOperations ? "[\(label)]" : "([\(label)])")
    }
    return (["flowchart LR"] + boxes + arrows).joined(separator: "\n")
  }

  /// The words without what could control a terminal. Signs that Mermaid or HTML could take for
  /// their own become numbers. `1. ` and `- ` would begin a list.
  private static func quoted(_ words: String) -> String {
    TerminalText.visible(words).unicodeScalars.reduce(into: "") { text, scalar in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " '.,:()-…".unicodeScalars.contains(scalar)
      text += isPlain ? String(scalar) : "#\(scalar.value);"
    }
    .replacing(". ", with: "#46; ").replacing("- ", with: "#45; ")
  }
}
