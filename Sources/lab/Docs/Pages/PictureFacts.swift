import LabShared

/// What a picture tells, read back from its SVG: which operations, which spans, which of them ended,
/// which arrows. Where they lie is a matter of interleaving.
enum PictureFacts {
  /// Two lines of a page with their pictures tell the same.
  ///
  /// Where every word and every number in them is the same, so must be the whole drawing.
  static func isSame(_ old: String, _ new: String) -> Bool {
    guard words(old) == words(new), frame(old) == frame(new), structure(old) == structure(new)
    else { return false }
    return said(old) != said(new) || old == new
  }

  /// The line on the page.
  private static func words(_ text: String) -> Substring {
    text.prefix { $0 != "\n" }
  }

  /// The parts that belong to no run: the title and the style.
  private static func frame(_ svg: String) -> [Substring?] {
    [
      svg.firstMatch(of: /<title>[^<]*<\/title>/)?.output,
      svg.firstMatch(of: /<style>[^<]*<\/style>/)?.output,
    ]
  }

  /// The facts of each element that has any, without numbers, and with `T1`, `T2`, … all alike. And
  /// who never started or finished.
  static func structure(_ svg: String) -> [String] {
    let elements = svg.matches(of: /<[a-z]+ [^>]*>/).compactMap { element -> String? in
      let facts = element.output.matches(of: /data-([\w-]+)="([^"]*)"/)
        .map { (String($0.output.1), String($0.output.2)) }
      if let arrow = facts.first(where: { $0.0 == "arrow" }) { return self.arrow(arrow.1, facts) }
      let words = facts.filter { $0.1.firstMatch(of: /^-?[0-9.]+$/) == nil }
        .map { "\($0)=\(Drift.withoutThreadNumbers($1))" }
      return words.isEmpty ? nil : words.sorted().joined(separator: " ")
    }
    let isArrow = { (fact: String) in fact.hasPrefix("arrow ") }
    let outcomes = svg.matches(of: />(Never (?:finished|started): [^<]*)</)
      .map { String($0.output.1) }
    return (elements.filter { !isArrow($0) } + Set(elements.filter(isArrow)) + outcomes).sorted()
  }

  /// What an arrow is about. Of two that end, who lets whom go on is a matter of interleaving. And
  /// so is whether one finds a free slot or a signal, or waits for it.
  private static func arrow(_ kind: String, _ facts: [(String, String)]) -> String? {
    guard kind != "slot", kind != "gate" else { return nil }
    return "arrow \(kind) \(facts.first { $0.0 == "through" }?.1 ?? "")"
  }

  /// All words and numbers, but for those that say where and in which colours to draw.
  private static func said(_ svg: String) -> [String] {
    let plain = svg.replacing(/<style>[^<]*<\/style>/, with: "")
    return plain.matches(of: />([^<]+)</).map { String($0.output.1) }
      + plain.matches(of: /data-[\w-]+="[^"]*"/).map { String($0.output) }
  }
}
