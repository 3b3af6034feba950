/// Reads a parameter list from its opening to its closing parenthesis.
struct ParameterScan {
  let tokens: [SwiftTokens.Token]
  private(set) var place: Int

  init(tokens: [SwiftTokens.Token], place: Int) {
    self.tokens = tokens
    self.place = place
  }

  mutating func parameters() -> [ClassDeclaration.Parameter] {
    var words: [[String]] = [[]]
    var depth = 0
    while place < tokens.count {
      let word = tokens[place].text
      if Self.closers.contains(word) { depth -= 1 }
      if depth == 0, word == ")" { break }
      if depth == 1, word == "," {
        words.append([])
      } else if depth > 0 {
        words[words.count - 1].append(word)
      }
      if Self.openers.contains(word) { depth += 1 }
      place += 1
    }
    return words.compactMap(Self.parameter)
  }

  /// `label name: Type = value`, as words.
  private static func parameter(_ words: [String]) -> ClassDeclaration.Parameter? {
    guard let colon = words.firstIndex(of: ":") else { return nil }
    let names = words[..<colon].filter { !["@", "isolated", "sending"].contains($0) }
    guard let label = names.first else { return nil }
    var depth = 0
    let type = words[(colon + 1)...].prefix { word in
      if closers.contains(word) { depth -= 1 }
      defer { if openers.contains(word) { depth += 1 } }
      return depth > 0 || word != "="
    }
    return ClassDeclaration.Parameter(
      label: label == "_" ? nil : label, type: Array(type),
      hasDefault: type.count < words.count - colon - 1)
  }

  private static let openers: Set = ["(", "[", "{", "<"]
  private static let closers: Set = [")", "]", "}", ">"]
}
