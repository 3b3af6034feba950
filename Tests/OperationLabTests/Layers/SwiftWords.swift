/// The words and braces of a Swift source, comments and the texts of strings left out.
///
/// By hand and byte by byte: regular expressions take seconds for all sources in a debug build.
enum SwiftWords {
  struct Word: Equatable {
    /// A name, a keyword, or a brace.
    let text: String
    /// Whether it belongs to what stands before it.
    let isAfterDot: Bool
    /// Whether an opening parenthesis follows at once.
    let isCalled: Bool
  }

  static func all(in source: String) -> [Word] {
    var words: [Word] = []
    let bytes = Array(source.utf8)
    var place = 0
    func has(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard place + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
    }
    func skip(past text: StaticString, escapes: Bool = false) {
      while place < bytes.count, !has(text) {
        place += escapes && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      place += text.utf8CodeUnitCount
    }
    while place < bytes.count {
      let byte = bytes[place]
      if has("//") {
        skip(past: "\n")
      } else if has("\"\"\"") {
        place += 3
        skip(past: "\"\"\"")
      } else if byte == UInt8(ascii: "\"") {
        place += 1
        skip(past: "\"", escapes: true)
      } else if isPartOfWord(byte) {
        let start = place
        while place < bytes.count, isPartOfWord(bytes[place]) { place += 1 }
        words.append(
          Word(
            text: String(decoding: bytes[start..<place], as: UTF8.self),
            isAfterDot: start > 0 && bytes[start - 1] == UInt8(ascii: "."), isCalled: has("(")))
      } else {
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
          let text = String(UnicodeScalar(byte))
          words.append(Word(text: text, isAfterDot: false, isCalled: false))
        }
        place += 1
      }
    }
    return words
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
