/// The type of a parameter, as far as the code for it depends on it. Aliases of the files are resolved.
indirect enum ParameterType {
  struct Function {
    let parameters: [ParameterType]
    let result: ParameterType
    let isAsync: Bool
    let canThrow: Bool

    var hasResult: Bool { if case .void = result { false } else { true } }

    /// Whether it asks what to do after an error, such as whether to try again.
    var asksAboutError: Bool {
      guard case .named("Bool", _, _) = result else { return false }
      return parameters.contains { if case .named("Error", _, _) = $0 { true } else { false } }
    }

    /// The last parameter that is a function without a result. It is called when the work ends.
    var completion: (index: Int, function: Function)? {
      for case (let index, .function(let function)) in parameters.enumerated().reversed()
      where !function.hasResult {
        return (index, function)
      }
      return nil
    }
  }

  case function(Function)
  case optional(ParameterType)
  case list(ParameterType)
  case void
  /// Any other type.
  ///
  /// - Parameter id: identifies its declaration in the symbol graph.
  case named(String, id: String? = nil, arguments: [ParameterType] = [])

  /// Whether what is given is called with a completion.
  var callsBack: Bool {
    switch self {
    case .function(let function): function.completion != nil
    case .optional(let inner), .list(let inner): inner.callsBack
    case .void, .named: false
    }
  }
}

/// Reads a type from what the compiler prints of a declaration.
struct TypeParser {
  private struct Token {
    let text: Substring
    let id: String?
  }

  private let graph: SymbolGraph
  private var tokens: ArraySlice<Token>
  /// What stands for each generic parameter of an alias.
  private var generics: [String: ParameterType] = [:]

  /// - Parameter mark: the text before the type, such as `:`.
  init(_ fragments: [SymbolGraph.Symbol.Fragment], after mark: String, _ graph: SymbolGraph) {
    self.graph = graph
    let modifiers: Set = ["any", "some", "inout", "borrowing", "consuming", "sending"]
    let tokens = fragments.filter { $0.kind != "attribute" }.flatMap { fragment in
      fragment.spelling.matches(of: /\w+|->|\.\.\.|[^\w\s]/).map(\.output)
        .filter { !modifiers.contains(String($0)) }
        .map { Token(text: $0, id: fragment.preciseIdentifier) }
    }
    self.tokens = tokens.drop { $0.text != mark }.dropFirst()
  }

  mutating func type() -> ParameterType {
    // An attribute that is a type, such as @MainActor.
    while consume("@") { tokens = tokens.dropFirst() }
    var type: ParameterType
    if consume("(") {
      type = inParentheses()
    } else if consume("[") {
      type = .list(self.type())
      if consume(":") {
        _ = self.type()
        type = .named("Dictionary")
      }
      _ = consume("]")
    } else {
      type = named()
    }
    while consume("?") || consume("!") { type = .optional(type) }
    // Where any number of values is taken, one will do.
    _ = consume("...")
    return type
  }

  private mutating func consume(_ text: String) -> Bool {
    guard let first = tokens.first, first.text == text else { return false }
    tokens.removeFirst()
    return true
  }

  /// Types with commas between them, each with a label or without.
  private mutating func list(until end: String) -> [ParameterType] {
    var types: [ParameterType] = []
    while !tokens.isEmpty, !consume(end) {
      let words = tokens.prefix { $0.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
      if tokens.dropFirst(words.count).first?.text == ":" {
        tokens = tokens.dropFirst(words.count + 1)
      }
      types.append(type())
      _ = consume(",")
    }
    return types
  }

  /// A function, a tuple, or a type in parentheses.
  private mutating func inParentheses() -> ParameterType {
    let elements = list(until: ")")
    let isAsync = consume("async")
    let canThrow = consume("throws")
    if canThrow, consume("(") { _ = list(until: ")") }
    if consume("->") {
      return .function(
        ParameterType.Function(
          parameters: elements, result: type(), isAsync: isAsync, canThrow: canThrow))
    }
    return elements.isEmpty ? .void : elements.count == 1 ? elements[0] : .named("tuple")
  }

  private mutating func named() -> ParameterType {
    var last = tokens.popFirst()
    var arguments: [ParameterType] = []
    while true {
      if consume(".") {
        let outer = last
        last = tokens.popFirst()
        if last?.text == "Type" {
          return .named("Type", arguments: [.named(String(outer?.text ?? ""), id: outer?.id)])
        }
      } else if consume("<") {
        arguments = list(until: ">")
      } else {
        break
      }
    }
    if let alias = graph.symbol(last?.id), alias.form == "typealias" {
      let names = alias.fragments.filter { $0.kind == "genericParameter" }.map(\.spelling)
      var parser = TypeParser(alias.fragments, after: "=", graph)
      parser.generics = Dictionary(zip(names, arguments)) { first, _ in first }
      return parser.type()
    }
    let name = String(last?.text ?? "")
    if let type = generics[name] { return type }
    return name == "Void" ? .void : .named(name, id: last?.id, arguments: arguments)
  }
}

extension SymbolGraph {
  /// A property to which a function can be given.
  func variable(_ symbol: Symbol) -> Parameter? {
    guard symbol.form == "property", !symbol.isPrivate, symbol.declaration.contains(/\bvar\b/),
      !symbol.declaration.contains("{ get }")
    else { return nil }
    var parser = TypeParser(symbol.fragments, after: ":", self)
    return Parameter(
      label: symbol.title, name: symbol.title, type: parser.type(), hasDefault: true,
      gap: "<#\(symbol.title)#>")
  }

  /// A parameter of an initialiser.
  struct Parameter {
    let label: String
    let name: String
    let type: ParameterType
    let hasDefault: Bool
    /// What stands for a value that the user must give.
    let gap: String

    func argument(_ value: String) -> String { label == "_" ? value : "\(label): \(value)" }
  }

  func parameters(of initialiser: Symbol) -> [Parameter] {
    let labels = initialiser.title.drop { $0 != "(" }.dropFirst().split(separator: ":")
    return zip(labels, initialiser.functionSignature?.parameters ?? []).map { label, parameter in
      let text = parameter.declarationFragments.map(\.spelling).joined()
      let (inner, type) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" })
      let name = label == "_" ? inner : label
      var parser = TypeParser(parameter.declarationFragments, after: ":", self)
      let hasDefault = ["(", " "].contains { initialiser.declaration.contains("\($0)\(text) = ") }
      return Parameter(
        label: String(label), name: String(name), type: parser.type(), hasDefault: hasDefault,
        gap: "<#\(name)\(type)#>")
    }
  }
}
