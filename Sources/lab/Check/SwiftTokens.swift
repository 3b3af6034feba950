/// Swift source cut into words and signs, comments and strings left out: enough to find
/// declarations in files that no compiler has seen yet.
struct SwiftTokens {
  /// A word, a number, or one sign; `->` is one, and a string is `""` whatever it says.
  struct Token: Hashable {
    let text: String
    /// Counted from 1.
    let line: Int
  }

  private(set) var all: [Token] = []
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ source: String) {
    self.init(unread: source)
    while place < bytes.count { takeOne() }
  }

  /// Where the brace that the text begins with is closed; `nil` if it never is.
  static func closingBrace(of text: Substring) -> Substring.Index? {
    var scanner = SwiftTokens(unread: text)
    var depth = 0
    while scanner.place < scanner.bytes.count {
      let count = scanner.all.count
      scanner.takeOne()
      guard scanner.all.count > count else { continue }
      if scanner.all[count].text == "{" { depth += 1 }
      if scanner.all[count].text == "}" { depth -= 1 }
      if depth == 0 { return text.utf8.index(text.startIndex, offsetBy: scanner.place - 1) }
    }
    return nil
  }

  private init(unread source: some StringProtocol) { bytes = Array(source.utf8) }

  private mutating func takeOne() {
    if has("//") {
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { advance() }
    } else if has("/*") {
      skipComment()
    } else if let hashes = stringStart() {
      all.append(Token(text: "\"\"", line: line))
      skipString(hashes: hashes)
    } else if isWord(bytes[place]) {
      let start = place
      while place < bytes.count, isWord(bytes[place]) { place += 1 }
      add(start)
    } else {
      let start = place
      let isSpace = bytes[place] <= UInt8(ascii: " ")
      place += has("->") ? 2 : 1
      if !isSpace { add(start) }
      if bytes[start] == UInt8(ascii: "\n") { line += 1 }
    }
  }

  private mutating func add(_ start: Int) {
    all.append(Token(text: String(decoding: bytes[start..<place], as: UTF8.self), line: line))
  }

  private mutating func advance() {
    if bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private func has(_ text: String) -> Bool {
    bytes[place...].starts(with: text.utf8)
  }

  /// Letters beyond ASCII count as words; backticks do, too, so that an escaped word is one word.
  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

  /// Comments nest.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let step = has("/*") ? 1 : has("*/") ? -1 : 0
      depth += step
      advance()
      if step != 0 { advance() }
    } while depth > 0 && place < bytes.count
  }

  /// The number of `#` before a quotation mark, if a string begins here.
  private func stringStart() -> Int? {
    var end = place
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - place : nil
  }

  private mutating func skipString(hashes: Int) {
    let pounds = String(repeating: "#", count: hashes)
    place += hashes
    let quote = has("\"\"\"") ? "\"\"\"" : "\""
    place += quote.count
    let escape = "\\" + pounds
    while place < bytes.count, !has(quote + pounds) {
      if has(escape + "(") {
        place += escape.count + 1
        skipInterpolation()
      } else if has(escape) {
        place += escape.count
        if place < bytes.count { advance() }
      } else if quote.count == 1, bytes[place] == UInt8(ascii: "\n") {
        // Never closed: a mistake that the compiler will report.
        return
      } else {
        advance()
      }
    }
    place = min(bytes.count, place + quote.count + hashes)
  }

  /// Code up to its closing parenthesis; it may hold strings again.
  private mutating func skipInterpolation() {
    var depth = 1
    while place < bytes.count, depth > 0 {
      if let hashes = stringStart() {
        skipString(hashes: hashes)
        continue
      }
      if has("(") { depth += 1 }
      if has(")") { depth -= 1 }
      advance()
    }
  }
}
