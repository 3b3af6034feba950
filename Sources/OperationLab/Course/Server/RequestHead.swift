import Foundation

/// The first line and the headers of an HTTP/1.1 request, read without trusting a byte of it.
///
/// Source of the rules: RFC 9112, sections 2 to 5. Where that leaves a choice between being
/// lenient and refusing, this refuses: a test server that guesses hides its client's mistakes.
struct RequestHead: Equatable, Sendable {
  var method: String
  /// As it was sent, with its query.
  var target: String
  /// The target without its query, percent decoding done.
  var path: String
  var isVersion1_1: Bool
  var headers: [LoopbackServer.Header]

  /// What the bytes that have arrived so far amount to.
  enum Outcome: Equatable, Sendable {
    case incomplete
    /// Refused, with the status to answer.
    case refused(Int)
    /// A whole head, which took `length` bytes.
    case complete(RequestHead, length: Int)
  }

  /// How much a request may ask a server to remember.
  enum Limit {
    static let bytes = 16_384
    static let headers = 64
    static let body = 65_536
  }

  /// Reads a head from the beginning of `bytes`.
  static func read(_ bytes: [UInt8]) -> Outcome {
    guard let end = endOfHead(in: bytes) else {
      return bytes.count > Limit.bytes ? .refused(431) : .incomplete
    }
    guard end <= Limit.bytes else { return .refused(431) }
    var lines = bytes[..<(end - 4)].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for index in lines.indices.dropLast() {
      guard lines[index].last == UInt8(ascii: "\r") else { return .refused(400) }
      lines[index].removeLast()
    }
    guard lines.count - 1 <= Limit.headers else { return .refused(431) }
    guard var head = requestLine(lines[0]) else { return .refused(400) }
    guard head.target.utf8.first == UInt8(ascii: "/") else { return .refused(400) }
    for line in lines.dropFirst() {
      guard let header = header(line) else { return .refused(400) }
      head.headers.append(header)
    }
    return head.refusal.map { .refused($0) } ?? .complete(head, length: end)
  }

  /// The position after the empty line, if it has arrived.
  private static func endOfHead(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    let empty: [UInt8] = [13, 10, 13, 10]
    return (4...min(bytes.count, Limit.bytes + 1)).first {
      bytes[($0 - 4)..<$0].elementsEqual(empty)
    }
  }

  private static func requestLine(_ line: ArraySlice<UInt8>) -> RequestHead? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, let method = token(words[0]) else { return nil }
    guard words[1].allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let target = String(decoding: words[1], as: UTF8.self)
    guard let path = target.prefix(while: { $0 != "?" }).removingPercentEncoding else { return nil }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { return nil }
    return RequestHead(
      method: method, target: target, path: path, isVersion1_1: version == "HTTP/1.1", headers: [])
  }

  private static func header(_ line: ArraySlice<UInt8>) -> LoopbackServer.Header? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    guard let name = token(line[..<colon]) else { return nil }
    let value = line[line.index(after: colon)...]
    guard value.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }) else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    return .init(name, text.trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
  }

  /// A word of the characters that names are made of. `nil` when it is empty or has others.
  private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
    let others = Array("!#$%&'*+-.^_`|~".utf8)
    let allowed = bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || others.contains($0)
    }
    return bytes.isEmpty || !allowed ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

extension RequestHead {
  /// Every value of a header, by any spelling of its name.
  func values(_ name: String) -> [String] { headers.values(of: name) }

  /// How many bytes of body follow the head. Only asked of heads that were not refused.
  var bodyLength: Int { values("Content-Length").first.flatMap { Int($0) } ?? 0 }

  /// Whether the connection can serve another request after this one.
  var keepsAlive: Bool {
    let wish = values("Connection").joined(separator: ",").lowercased()
    return isVersion1_1 ? !wish.contains("close") : wish.contains("keep-alive")
  }

  /// The status that refuses what is well formed but not acceptable.
  fileprivate var refusal: Int? {
    let hosts = values("Host")
    if hosts.count > 1 || (isVersion1_1 && hosts.isEmpty) { return 400 }
    // Two ways to say where the body ends are how requests are smuggled: none of it here.
    if !values("Transfer-Encoding").isEmpty { return 501 }
    let lengths = values("Content-Length")
    guard let length = lengths.first else { return nil }
    guard lengths.count == 1, !length.isEmpty,
      length.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return 400 }
    return Int(length).map { $0 <= Limit.body } == true ? nil : 413
  }
}

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
