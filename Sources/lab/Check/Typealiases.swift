/// The names that the files give to types, such as `typealias Block = () -> Void`.
struct Typealiases {
  private var types: [String: [String]] = [:]

  init(_ sources: [String] = []) {
    for source in sources { take(SwiftTokens(source).all) }
  }

  private mutating func take(_ tokens: [SwiftTokens.Token]) {
    for place in tokens.indices where tokens[place].text == "typealias" && place + 3 < tokens.count
    {
      var next = place + 2
      // Generic ones are left alone: their parameters would have to be put in.
      guard tokens[next].text == "=" else { continue }
      next += 1
      let type = Self.type(tokens[next...])
      if !type.isEmpty { types[tokens[place + 1].text] = type }
    }
  }

  /// Gives a name a meaning.
  mutating func set(_ name: String, to type: [String]) { types[name] = type }

  /// The words of a type: to the end of the line, unless something is open there.
  static func type(_ tokens: ArraySlice<SwiftTokens.Token>) -> [String] {
    var words: [String] = []
    var depth = 0
    var last: SwiftTokens.Token?
    for token in tokens {
      let goesOn = depth > 0 || ["->", "&", ".", ","].contains(last?.text ?? "->")
      if let last, token.line > last.line, !goesOn, token.text != "->" { break }
      if token.text == ";" || token.text == "}" && depth == 0 { break }
      if ["(", "[", "<"].contains(token.text) { depth += 1 }
      if [")", "]", ">"].contains(token.text) { depth -= 1 }
      words.append(token.text)
      last = token
    }
    return words
  }

  /// The type with every such name replaced by what it stands for.
  func resolving(_ type: [String], depth: Int = 0) -> [String] {
    guard depth < 8 else { return type }
    var result: [String] = []
    var place = 0
    while place < type.count {
      // `Outer.Block` is looked up by its last name.
      while place + 2 < type.count, type[place + 1] == ".", types[type[place + 2]] != nil {
        place += 2
      }
      if let meaning = types[type[place]] {
        let inner = resolving(meaning, depth: depth + 1)
        result += inner.count > 1 ? ["("] + inner + [")"] : inner
      } else {
        result.append(type[place])
      }
      place += 1
    }
    return result
  }
}
