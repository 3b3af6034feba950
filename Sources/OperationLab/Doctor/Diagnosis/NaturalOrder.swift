extension Sequence<String> {
  /// The names as a person would order them: `op2` before `op10`.
  func sortedNaturally() -> [String] {
    // Keys are made once each, not at every comparison.
    map { (name: $0, key: $0.naturalOrderKey) }.sorted { $0.key < $1.key }.map(\.name)
  }
}

extension String {
  /// A text that compares as the string should: runs of digits count as numbers.
  ///
  /// Each run is written as its length and one, then its digits: of two numbers without leading
  /// zeros the longer one is the greater. The string itself at the end decides between `op1` and
  /// `op01`.
  fileprivate var naturalOrderKey: String {
    var key = ""
    var digits = ""
    func flush() {
      guard !digits.isEmpty else { return }
      let number = digits.drop { $0 == "0" }
      key.unicodeScalars.append(Unicode.Scalar(UInt8(Swift.min(number.utf8.count + 1, 127))))
      key += number
      digits = ""
    }
    for scalar in unicodeScalars {
      if ("0"..."9").contains(scalar) {
        digits.unicodeScalars.append(scalar)
      } else {
        flush()
        key.unicodeScalars.append(scalar)
      }
    }
    flush()
    return key + "\0" + self
  }
}
