extension String {
  /// Compares as a person would: runs of digits count as numbers, so `op2` comes before `op10`.
  func isNaturallyBefore(_ other: String) -> Bool {
    var left = Substring(self).utf8
    var right = Substring(other).utf8
    while let a = left.first, let b = right.first {
      if a.isDigit, b.isDigit {
        let one = left.takeNumber()
        let two = right.takeNumber()
        // Without leading zeros the longer number is the greater one.
        if one.count != two.count { return one.count < two.count }
        if !one.elementsEqual(two) { return one.lexicographicallyPrecedes(two) }
      } else if a != b {
        return a < b
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    // `op1` and `op01` are equal as numbers; any fixed order will do.
    return self < other
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Substring.UTF8View {
  /// Removes the digits in front and returns them without leading zeros.
  fileprivate mutating func takeNumber() -> Substring.UTF8View {
    let digits = prefix(while: \.isDigit)
    self = self[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
