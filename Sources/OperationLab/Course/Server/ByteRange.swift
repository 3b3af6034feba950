/// The value of a request's `Range` header, understood against a length.
///
/// Source of the rules: RFC 9110, section 14. One range is understood. A list of ranges, another
/// unit or a malformed value is ignored, as the rule allows, and the whole is sent.
enum ByteRange: Equatable, Sendable {
  /// No range was asked for, or none that counts.
  case whole
  case part(Range<Int>)
  /// Well formed, but there is no such byte.
  case unsatisfiable

  /// Understands `bytes=5-9`, `bytes=5-` and `bytes=-5`.
  init(header: String?, length: Int) {
    self = header.flatMap { Self.parsed($0, length: length) } ?? .whole
  }

  private static func parsed(_ header: String, length: Int) -> ByteRange? {
    let unit = "bytes="
    guard header.lowercased().hasPrefix(unit) else { return nil }
    let ends = header.dropFirst(unit.count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true):
      return nil
    case (true, false):
      guard let count = number(ends[1]) else { return nil }
      return count == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - count)..<length)
    case (false, true):
      guard let first = number(ends[0]) else { return nil }
      return first < length ? .part(first..<length) : .unsatisfiable
    case (false, false):
      guard let first = number(ends[0]), let last = number(ends[1]), first <= last else {
        return nil
      }
      // `last` may be the largest number there is: compare before adding one.
      return first < length ? .part(first..<(last < length ? last + 1 : length)) : .unsatisfiable
    }
  }

  /// Digits only: `Int` itself would take a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
