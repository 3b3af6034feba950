extension [String] {
  /// The names as a person would order them: `op2` before `op10`.
  func sortedNaturally() -> [String] { placesInNaturalOrder.map { self[$0] } }

  /// The places of the names in that order.
  var placesInNaturalOrder: [Int] {
    // Keys are made once each, not at every comparison.
    let keys = map(\.naturalOrderKey)
    return indices.sorted { keys[$0] < keys[$1] }
  }

  /// The place of each name, and of the first where several are the same.
  var places: [String: Int] {
    Dictionary(zip(self, indices), uniquingKeysWith: { first, _ in first })
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
