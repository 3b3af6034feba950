/// How several operations are named in a few words: `op1`, `op1 and op2`, `op3 … op10 (8)`.
package struct Names {
  /// In natural order, as far as they are known.
  let known: [String]
  /// How many there are, known or not.
  let count: Int

  /// How many names, or ranges of names, are spelt out.
  private static let limit = 4

  /// - Parameter isSorted: whether the names keep the order they are given in.
  package init(_ names: [String], count: Int? = nil, isSorted: Bool = false) {
    known = isSorted || names.count < 2 ? names : names.sortedNaturally()
    self.count = count ?? names.count
  }

  /// The words, with a conjunction before the last.
  package var phrase: Phrase {
    var parts = runs()
    var left = count - known.count
    if parts.count > Self.limit || (left > 0 && parts.count >= Self.limit) {
      left += parts[(Self.limit - 1)...].reduce(0) { $0 + $1.count }
      parts = Array(parts.prefix(Self.limit - 1))
    }
    var words = parts.map(\.text)
    if left > 0 { words.append("\(left) more") }
    guard let last = words.popLast() else { return "none" }
    guard let first = words.first else { return last }
    return "\(words.dropFirst().reduce(first) { "\($0)\(", " as Phrase)\($1)" }) and \(last)"
  }

  private struct Part {
    var first: String
    var last: String
    var count: Int

    var text: Phrase { count == 1 ? "\(first)" : "\(first) … \(last) (\(count))" }
  }

  /// The names, three or more that count on from one another as one part.
  private func runs() -> [Part] {
    var parts: [Part] = []
    var run: [String] = []
    func close() {
      if run.count >= 3, let first = run.first, let last = run.last {
        parts.append(Part(first: first, last: last, count: run.count))
      } else {
        parts += run.map { Part(first: $0, last: $0, count: 1) }
      }
    }
    for name in known {
      if let last = run.last, !name.comesRightAfter(last) {
        close()
        run = []
      }
      run.append(name)
    }
    close()
    return parts
  }
}

extension String {
  /// Whether it ends with the number after the one that the other, else the same, ends with.
  fileprivate func comesRightAfter(_ other: String) -> Bool {
    let (ownName, ownNumber) = splitNumber
    let (otherName, otherNumber) = other.splitNumber
    guard ownName == otherName, let ownNumber, let otherNumber else { return false }
    return ownNumber == otherNumber + 1
  }

  private var splitNumber: (Substring, Int?) {
    let digits = utf8.reversed().prefix { (48...57).contains($0) }.count
    let cut = utf8.index(endIndex, offsetBy: -digits)
    return (self[..<cut], Int(String(self[cut...])))
  }
}
