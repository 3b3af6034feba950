/// The value of a reply's `Content-Range` header, `bytes 5-9/10`, `bytes 5-9/*` or `bytes */10`.
///
/// Source of the rules: RFC 9110, section 14.4.
struct ContentRange: Equatable, Sendable {
  /// Which bytes were sent. `nil` in the reply to a range that cannot be satisfied.
  var part: Range<Int>?
  /// The length of the whole. `nil` when the server does not know it.
  var total: Int?

  /// Nil when the value is malformed or contradicts itself.
  init?(_ header: String) {
    let words = header.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    if halves[1] != "*" {
      guard let total = Self.number(halves[1]) else { return nil }
      self.total = total
    }
    if halves[0] == "*" {
      guard total != nil else { return nil }
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < (total ?? Int.max)
    else { return nil }
    part = first..<(last + 1)
  }

  private static func number(_ text: Substring) -> Int? {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
