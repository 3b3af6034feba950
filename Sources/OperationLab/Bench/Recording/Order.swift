/// Which thread takes each step of a run: the beginning of an order. What comes after it is as
/// usual: the thread that went last goes on as long as it can, then the first by name.
///
/// As text it is a list of threads in which a number says how often, `main:3,T1,main`, or `main-last`.
package struct Order: Hashable, Sendable {
  /// The thread of each step, as far as it is not as usual.
  package var threads: [String]
  /// Whether the main thread takes a step only when no other thread can.
  package private(set) var isMainLast = false

  /// The order in which the main thread takes a step only when no other thread can.
  package static let mainLast = {
    var order = Order()
    order.isMainLast = true
    return order
  }()

  /// An order that begins with these threads. By default all is as usual.
  package init(_ threads: [String] = []) {
    self.threads = threads
  }

  /// Reads an order's text. `nil` if it is none.
  package init?(text: String) {
    if text == Self.mainLastText {
      self = .mainLast
      return
    }
    var threads: [String] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard let name = parts.first, Self.isThread(name), parts.count <= 2 else { return nil }
      guard let count = parts.count == 1 ? 1 : Int(parts[1]), (1...Self.longest).contains(count),
        threads.count + count <= Self.longest
      else { return nil }
      threads += Array(repeating: String(name), count: count)
    }
    self.threads = threads
  }

  private static let mainLastText = "main-last"

  /// More steps than any run has.
  private static let longest = 100_000

  private static func isThread(_ name: Substring) -> Bool {
    if name == "main" { return true }
    return name.first == "T" && Int(name.dropFirst()).map { $0 > 0 } == true
      && name.dropFirst().allSatisfy(\.isNumber)
  }
}

extension Order: CustomStringConvertible {
  /// The text that ``init(text:)`` reads.
  package var description: String {
    if isMainLast { return Self.mainLastText }
    var words: [(thread: String, count: Int)] = []
    for thread in threads {
      if words.last?.thread == thread {
        words[words.count - 1].count += 1
      } else {
        words.append((thread, 1))
      }
    }
    return words.map { $0.count == 1 ? $0.thread : "\($0.thread):\($0.count)" }
      .joined(separator: ",")
  }
}

extension [Order] {
  /// Reads what ``listed`` gives.
  package init(listed text: String) {
    self = text.split(separator: ";", omittingEmptySubsequences: false).dropFirst().compactMap {
      $0.isEmpty ? Order() : Order(text: String($0))
    }
  }

  /// All orders as one text, each after a semicolon: one that is empty counts, too.
  package var listed: String { map { ";\($0)" }.joined() }
}

extension Order: Codable {
  /// Reads an order's text. That of the usual order is empty.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let order = text.isEmpty ? Order() : Order(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no order"))
    }
    self = order
  }

  /// Writes its text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
