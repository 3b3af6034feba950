import OperationDoctor
import OperationBench

/// Tells together what many operations say when nothing happens any more.
enum RestFold {
  /// The events, in order. Those of one moment of rest that say the same are one group.
  static func groups(_ events: [Event]) -> [[Event]] {
    events.reduce(into: []) { groups, event in
      if let last = groups.last?.last, event.kind == .settled, last.kind == .settled,
        last.fact == event.fact, last.state == event.state
      {
        groups[groups.count - 1].append(event)
      } else {
        groups.append([event])
      }
    }
  }

  /// A group as one row, such as `op3 … op10 (8): at rest, in downloads (ready)`.
  static func line(_ group: [Event], _ paper: Paper) -> String {
    let names = group.map(\.subject)
    let dots = paper.isASCII ? "..." : "…"
    let who =
      names.count < 4
      ? names.joined(separator: ", ")
      : "\(names[0]) \(dots) \(names[names.count - 1]) (\(names.count))"
    let (say, state) = (paper.language, group[0].state)
    let line = "  " + say("\(who): \(group[0].phrase)")
    return TerminalText.visible(line + (state.isEmpty ? "" : say(" (\(say.flags(state)))")))
      .wrapped(to: paper.width, indent: 4, firstIndent: "  ")
  }
}
