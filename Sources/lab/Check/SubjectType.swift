import LabShared

/// A type of a declaration. Names of types from the files are resolved.
indirect enum SubjectType {
  /// A type with a name, and the declaration in the files that it stands for.
  case named(String, [SubjectType] = [], id: String? = nil)
  case optional(SubjectType)
  case array(SubjectType)
  case dictionary(SubjectType, SubjectType)
  case tuple([(label: String?, type: SubjectType)])
  case function(Function)

  struct Function {
    let parameters: [SubjectType]
    let isAsync: Bool
    let canThrow: Bool
    let result: SubjectType

    /// The parameter that is the completion: the last function that may get a result or an error, or
    /// else the last one.
    var completion: Int? {
      let functions = parameters.indices.filter { parameters[$0].function != nil }
      return functions.last { parameters[$0].function?.parameters.contains(where: \.mayFail) == true }
        ?? functions.last
    }
  }

  /// Whether a value of this type may say that something has failed.
  private var mayFail: Bool {
    switch self {
    case .named("Result", _, _), .optional(.named("Error", _, _)): true
    default: false
    }
  }

  var isVoid: Bool { ["Void", "()"].contains(text) }

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
      return arguments.isEmpty ? name : "\(name)<\(Self.list(arguments))>"
    case .optional(let type): return type.function == nil ? "\(type.text)?" : "(\(type.text))?"
    case .array(let type): return "[\(type.text)]"
    case .dictionary(let key, let value): return "[\(key.text): \(value.text)]"
    case .tuple(let elements):
      let parts = elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text }
      return "(\(parts.joined(separator: ", ")))"
    case .function(let function):
      return "(\(Self.list(function.parameters)))" + (function.isAsync ? " async" : "")
        + (function.canThrow ? " throws" : "") + " -> \(function.result.text)"
    }
  }

  private static func list(_ types: [SubjectType]) -> String {
    types.map(\.text).joined(separator: ", ")
  }
}

/// Reads a type from what the compiler prints of a declaration.
struct TypeReader {
  private let graph: SymbolGraph
  /// The types of the generic parameters.
  private let bindings: [String: SubjectType]
  private var tokens: ArraySlice<(text: String, id: String?)>

  /// - Parameters:
  ///   - fragments: of a type, of a parameter or of a property.
  ///   - sign: the type follows it.
  init(
    _ fragments: some Sequence<SymbolGraph.Symbol.Fragment>, after sign: String? = nil,
    _ graph: SymbolGraph, bindings: [String: SubjectType] = [:]
  ) {
    (self.graph, self.bindings) = (graph, bindings)
    let all = fragments.flatMap { fragment in
      fragment.kind == "typeIdentifier"
        ? [(text: fragment.spelling, id: fragment.preciseIdentifier)]
        : fragment.spelling.matches(of: /->|\.\.\.|@?[\w`]+|\S/).map {
          (text: String($0.output), id: nil)
        }
    }
    tokens = sign.map { sign in all.drop { $0.text != sign }.dropFirst() } ?? all[...]
  }

  private mutating func take(_ text: String) -> Bool {
    guard tokens.first?.text == text else { return false }
    tokens.removeFirst()
    return true
  }

  private static let modifiers: Set = [
    "any", "some", "inout", "sending", "borrowing", "consuming", "isolated", "nonisolated",
  ]

  mutating func type() -> SubjectType {
    while let word = tokens.first?.text, word.hasPrefix("@") || Self.modifiers.contains(word) {
      tokens.removeFirst()
    }
    var type = take("(") ? parenthesised() : take("[") ? bracketed() : named()
    while true {
      if take("?") || take("!") {
        type = .optional(type)
      } else if take("&") {
        _ = self.type()
      } else {
        return type
      }
    }
  }

  private mutating func bracketed() -> SubjectType {
    let element = type()
    let type = take(":") ? SubjectType.dictionary(element, type()) : .array(element)
    _ = take("]")
    return type
  }

  private mutating func parenthesised() -> SubjectType {
    var elements: [(label: String?, type: SubjectType)] = []
    while !tokens.isEmpty, !take(")") {
      // A label, or a label and a name, before a colon.
      let words = tokens.prefix { $0.text != ":" && $0.text.contains(/^[\w`]+$/) }
      let isLabelled = (1...2).contains(words.count) && tokens.dropFirst(words.count).first?.text == ":"
      if isLabelled { tokens = tokens.dropFirst(words.count + 1) }
      let label = isLabelled ? words.first?.text : nil
      elements.append((label == "_" ? nil : label, type()))
      _ = take(",")
    }
    let isAsync = take("async")
    let canThrow = take("throws") || take("rethrows")
    if canThrow, take("(") { tokens = tokens.drop { $0.text != "->" } }
    if take("->") {
      return .function(
        .init(
          parameters: elements.map(\.type), isAsync: isAsync, canThrow: canThrow, result: type()))
    }
    return elements.count == 1 && elements[0].label == nil ? elements[0].type : .tuple(elements)
  }

  private mutating func named() -> SubjectType {
    guard var token = tokens.popFirst() else { return .named("_") }
    var name = token.text
    while take("."), let inner = tokens.popFirst() {
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
    guard let symbol = graph.symbol(token.id) else {
      switch (name, arguments.count) {
      case ("Optional", 1): return .optional(arguments[0])
      case ("Array", 1): return .array(arguments[0])
      case ("Dictionary", 2): return .dictionary(arguments[0], arguments[1])
      default: return .named(name, arguments)
      }
    }
    guard symbol.form == "typealias" else { return .named(symbol.name, arguments, id: symbol.id) }
    var reader = TypeReader(
      symbol.fragments, after: "=", graph,
      bindings: bindings.merging(zip(symbol.genericParameters, arguments)) { $1 })
    return reader.type()
  }
}
