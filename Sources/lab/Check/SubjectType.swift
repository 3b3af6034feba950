import LabShared

/// A type of a declaration. Names of types from the files are resolved.
indirect enum SubjectType {
  /// A type with a name, and the declaration in the files that it stands for.
  case named(String, [SubjectType], id: String?)
  case optional(SubjectType)
  case array(SubjectType)
  case dictionary(SubjectType, SubjectType)
  case tuple([(label: String?, type: SubjectType)])
  case function(Function)
  /// Any number of arguments.
  case variadic(SubjectType)

  struct Function {
    let parameters: [SubjectType]
    let isAsync: Bool
    let canThrow: Bool
    let result: SubjectType

    /// The parameter that is the completion. Among several functions, it is the one that may get a
    /// result or an error, not one that gets only progress or only an error.
    var completion: Int? {
      parameters.indices.filter { parameters[$0].function != nil }
        .max { rank(parameters[$0]) < rank(parameters[$1]) }
    }

    private func rank(_ type: SubjectType) -> Int {
      let types = type.function?.parameters ?? []
      let mayFail = types.contains { type in
        switch type {
        case .named("Result", _, _), .optional(.named("Error", _, _)): true
        default: false
        }
      }
      if mayFail { return 2 }
      guard types.count == 1, case .named(let name, _, _) = types[0] else { return 1 }
      return ["Double", "Progress", "Error"].contains(name) ? 0 : 1
    }
  }

  static func named(_ name: String) -> SubjectType { .named(name, [], id: nil) }

  var isVoid: Bool {
    switch self {
    case .named("Void", _, _): true
    case .tuple(let elements): elements.isEmpty
    default: false
    }
  }

  /// The function, also of an optional one.
  var function: Function? {
    switch self {
    case .function(let function): function
    case .optional(let type): type.function
    default: nil
    }
  }

  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type as written in source.
  var text: String {
    switch self {
    case .named(let name, let arguments, _):
      arguments.isEmpty ? name : "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    case .optional(let type): type.function == nil ? "\(type.text)?" : "(\(type.text))?"
    case .array(let type): "[\(type.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .tuple(let elements):
      "(\(elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text }.joined(separator: ", ")))"
    case .variadic(let type): "\(type.text)..."
    case .function(let function):
      "(\(function.parameters.map(\.text).joined(separator: ", ")))"
        + (function.isAsync ? " async" : "") + (function.canThrow ? " throws" : "")
        + " -> \(function.result.text)"
    }
  }
}

/// Reads a type from what the compiler prints of a declaration.
struct TypeReader {
  private struct Token {
    let text: String
    var id: String?
    var isWord: Bool { text.first.map { $0.isLetter || "_`".contains($0) } ?? false }
  }

  private let graph: SymbolGraph
  /// The types of the generic parameters.
  private let bindings: [String: SubjectType]
  private var tokens: ArraySlice<Token>

  /// - Parameter fragments: of a type, of a parameter or of a property.
  init(
    _ fragments: some Sequence<SymbolGraph.Symbol.Fragment>, _ graph: SymbolGraph,
    bindings: [String: SubjectType] = [:]
  ) {
    self.graph = graph
    self.bindings = bindings
    tokens = fragments.flatMap(Self.tokens)[...]
  }

  private static func tokens(_ fragment: SymbolGraph.Symbol.Fragment) -> [Token] {
    if fragment.kind == "typeIdentifier" || fragment.kind == "attribute" {
      return [Token(text: fragment.spelling, id: fragment.preciseIdentifier)]
    }
    return fragment.spelling.matches(of: /->|\.\.\.|[\w`]+|\S/).map {
      Token(text: String($0.output))
    }
  }

  /// Drops everything up to the first token with this text, and the token itself.
  mutating func skip(past sign: String) {
    tokens = tokens.drop { $0.text != sign }.dropFirst()
  }

  private func next(_ offset: Int = 0) -> Token? { tokens.dropFirst(offset).first }

  private mutating func take(_ text: String) -> Bool {
    guard next()?.text == text else { return false }
    tokens.removeFirst()
    return true
  }

  mutating func type() -> SubjectType {
    var isAutoclosure = false
    while let token = next(), token.text.hasPrefix("@") || Self.modifiers.contains(token.text) {
      tokens.removeFirst()
      if token.text == "@" { tokens = tokens.dropFirst() }
      isAutoclosure = isAutoclosure || token.text == "@autoclosure"
      if token.text == "@convention" { skip(past: ")") }
    }
    var type = simple()
    if isAutoclosure, let function = type.function { type = function.result }
    while let token = next() {
      switch token.text {
      case "?", "!": type = .optional(type)
      case "...": type = .variadic(type)
      case "&":
        tokens.removeFirst()
        _ = self.type()
        continue
      default: return type
      }
      tokens.removeFirst()
    }
    return type
  }

  private static let modifiers: Set = [
    "any", "some", "inout", "sending", "borrowing", "consuming", "isolated", "nonisolated",
    "__owned", "__shared",
  ]

  private mutating func simple() -> SubjectType {
    if take("(") { return parenthesised() }
    if take("[") {
      let element = type()
      let type = take(":") ? SubjectType.dictionary(element, type()) : .array(element)
      _ = take("]")
      return type
    }
    return named()
  }

  private mutating func parenthesised() -> SubjectType {
    var elements: [(label: String?, type: SubjectType)] = []
    while !tokens.isEmpty, !take(")") {
      let words = tokens.prefix { $0.isWord }.count
      let count = (1...2).contains(words) && next(words)?.text == ":" ? words : 0
      let label = count > 0 ? next()?.text : nil
      if count > 0 { tokens = tokens.dropFirst(count + 1) }
      elements.append((label == "_" ? nil : label, type()))
      _ = take(",")
    }
    let isAsync = take("async")
    var canThrow = take("throws") || take("rethrows")
    if canThrow, take("(") {
      canThrow = next()?.text != "Never"
      skip(past: ")")
    }
    if take("->") {
      return .function(
        SubjectType.Function(
          parameters: elements.map(\.type), isAsync: isAsync, canThrow: canThrow, result: type()))
    }
    return elements.count == 1 && elements[0].label == nil ? elements[0].type : .tuple(elements)
  }

  private mutating func named() -> SubjectType {
    guard var token = next(), token.isWord else {
      tokens = tokens.dropFirst()
      return .named("_")
    }
    tokens.removeFirst()
    var name = token.text
    while next()?.text == ".", let inner = next(1) {
      tokens = tokens.dropFirst(2)
      name += "." + inner.text
      token = inner
    }
    var arguments: [SubjectType] = []
    if take("<") {
      while !tokens.isEmpty, !take(">") {
        arguments.append(type())
        _ = take(",")
      }
    }
    if let bound = bindings[name] { return bound }
    guard let symbol = graph.symbol(token.id) else { return Self.standard(name, arguments) }
    guard symbol.form == "typealias" else { return .named(symbol.name, arguments, id: symbol.id) }
    var reader = TypeReader(
      symbol.fragments, graph,
      bindings: bindings.merging(zip(symbol.genericParameters, arguments)) { $1 })
    reader.skip(past: "=")
    return reader.type()
  }

  private static func standard(_ name: String, _ arguments: [SubjectType]) -> SubjectType {
    switch (name, arguments.count) {
    case ("Optional", 1): .optional(arguments[0])
    case ("Array", 1), ("ContiguousArray", 1): .array(arguments[0])
    case ("Dictionary", 2): .dictionary(arguments[0], arguments[1])
    default: .named(name, arguments, id: nil)
    }
  }
}
