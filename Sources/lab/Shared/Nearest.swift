/// Finds the nearest known word.
package enum Nearest {
  /// The end of a sentence about an unknown word: `. Did you mean 'lesson'?`, or only a full stop when
  /// no candidate is near enough.
  package static func suggestion(for word: String, among candidates: [String]) -> String {
    guard let match = match(for: word, among: candidates) else { return "." }
    return ". Did you mean '\(match)'?"
  }

  /// The nearest candidate, if not more than a third of it would have to be changed.
  package static func match(for word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    let begins = word.count >= 3 ? candidates.first { $0.lowercased().hasPrefix(word) } : nil
    if let begins { return begins }
    let best = candidates.map { ($0, distance(word, $0.lowercased())) }.min { $0.1 < $1.1 }
    guard let (candidate, distance) = best, distance <= max(1, candidate.count / 3),
      distance < candidate.count
    else {
      return nil
    }
    return candidate
  }

  /// How many letters must be added, removed, replaced or swapped with their neighbour.
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
