/// The arrows of a picture made of characters, as paragraphs below it.
///
/// Drawn among the lanes they would hide what they explain.
struct TimelineArrowText {
  let timeline: Timeline
  let isASCII: Bool

  /// How many arrows of a kind are told; of the rest the number.
  private static let limit = 12
  private var words: TimelineWords { TimelineWords(isASCII: isASCII) }

  /// A paragraph for each kind of arrow that there is, then one for all who wait for the same.
  var paragraphs: [String] {
    let kinds = Timeline.Arrow.Kind.allCases.compactMap { kind -> String? in
      let arrows = timeline.arrows.filter { $0.kind == kind }
      guard !arrows.isEmpty else { return nil }
      let told = arrows.prefix(Self.limit).map(item)
      let rest = arrows.count - told.count
      let list = (told + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
      return "\(sign) \(title(kind)): \(list)."
    }
    let waits = timeline.waits.prefix(Self.limit).map { words.sentence($0) + "." }
    let rest = timeline.waits.count - waits.count
    return kinds + waits + (rest > 0 ? ["And \(words.count(rest, "more wait"))."] : [])
  }

  /// `op1 24→27 op3`: who let go and when, when who went on.
  private func item(_ arrow: Timeline.Arrow) -> String {
    "\(words.name(arrow.releaser)) \(arrow.from)\(sign)\(arrow.to) \(words.name(arrow.released))"
  }

  private var sign: String { isASCII ? "->" : "→" }

  private func title(_ kind: Timeline.Arrow.Kind) -> String {
    switch kind {
    case .slot: "slot passed on"
    case .dependency: "dependency over"
    case .resume: "queue resumed"
    case .wait: "wait over"
    case .gate: "gate opened"
    }
  }
}
