import Foundation

/// The declarations in the user's files, as the compiler knows them.
struct SymbolGraph: Decodable {
  /// A declaration.
  struct Symbol: Decodable {
    /// A piece of a declaration as the compiler prints it.
    struct Fragment: Decodable {
      let kind: String
      let spelling: String
      /// The declaration that a type's name stands for.
      let preciseIdentifier: String?
    }
    struct Parameter: Decodable { let declarationFragments: [Fragment] }
    struct Signature: Decodable {
      let parameters: [Parameter]?
      let returns: [Fragment]?
    }
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Names: Decodable { let title: String }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }

    struct Generics: Decodable {
      struct Parameter: Decodable { let name: String }
      let parameters: [Parameter]?
    }

    private let kind: Kind
    private let identifier: Identifier
    private let names: Names
    let pathComponents: [String]
    let functionSignature: Signature?
    let swiftGenerics: Generics?
    let declarationFragments: [Fragment]?
    let accessLevel: String
    let location: Location?

    /// The identifier that is the same at every mention of the declaration.
    var id: String { identifier.precise }
    /// Such as `class`, `init` or `property`.
    var form: Substring { kind.identifier.dropFirst("swift.".count) }
    /// Such as `init(url:completion:)`.
    var title: String { names.title }
    /// With the names of the types around it: `Outer.Inner`.
    var name: String { pathComponents.joined(separator: ".") }
    var isPrivate: Bool { accessLevel.hasSuffix("private") }
    var isFinal: Bool { fragments.contains { $0.kind == "keyword" && $0.spelling == "final" } }
    var fragments: [Fragment] { declarationFragments ?? [] }
    /// The declaration as the compiler prints it, without a body.
    var declaration: String { fragments.map(\.spelling).joined() }
  }

  private struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  private enum CodingKeys: CodingKey { case symbols, relationships }

  let symbols: [Symbol]
  private var byID: [String: Symbol] = [:]
  private var members: [String: [Symbol]] = [:]
  private var superclasses: [String: String] = [:]
  /// The superclass of each class whose superclass is in another module.
  private var foreignSuperclasses: [String: String] = [:]
  /// The names of what is private, with those of the types around it.
  private let privatePaths: Set<ArraySlice<String>>

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    symbols = try container.decode([Symbol].self, forKey: .symbols)
    privatePaths = Set(symbols.filter(\.isPrivate).map { $0.pathComponents[...] })
    byID = Dictionary(symbols.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for relationship in try container.decode([Relationship].self, forKey: .relationships) {
      let (source, target) = (relationship.source, relationship.target)
      switch relationship.kind {
      case "memberOf":
        if let symbol = byID[source] { members[target, default: []].append(symbol) }
      case "inheritsFrom":
        superclasses[source] = target
        foreignSuperclasses[source] = relationship.targetFallback
      default: break
      }
    }
  }

  func symbol(_ id: String?) -> Symbol? { id.flatMap { byID[$0] } }
  func members(of symbol: Symbol) -> [Symbol] { members[symbol.id] ?? [] }

  /// The class, its superclass, and so on as far as they are in the files.
  func lineage(of symbol: Symbol) -> [Symbol] {
    Array(sequence(first: symbol) { byID[superclasses[$0.id] ?? ""] })
  }

  /// The name of the superclass.
  func superclass(of symbol: Symbol) -> String? {
    byID[superclasses[symbol.id] ?? ""]?.name
      ?? foreignSuperclasses[symbol.id].map { $0.replacing("Foundation.", with: "") }
  }

  /// The name of the class from another module that the class descends from.
  func root(of symbol: Symbol) -> String? {
    lineage(of: symbol).last.flatMap { superclass(of: $0) }
  }

  /// The operation class that an expression names first.
  func operationClass(in expression: String) -> Symbol? {
    let classes = Dictionary(
      symbols.filter(isOperation).map { ($0.pathComponents.last ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    return expression.matches(of: /\w+/).lazy.compactMap { classes[String($0.output)] }.first
  }

  /// Whether it is an operation class. A class from another module is known by its name.
  func isOperation(_ symbol: Symbol) -> Bool {
    symbol.form == "class" && root(of: symbol)?.hasSuffix("Operation") == true
  }

  /// The names of all that does not stand in a function.
  var names: Set<String> {
    Set(symbols.filter { !$0.name.contains(/\(.*\./) }.compactMap(\.pathComponents.last))
  }

  /// Whether no other file can name it.
  func isPrivate(_ symbol: Symbol) -> Bool {
    symbol.isPrivate
      || symbol.pathComponents.indices.dropFirst().contains {
        privatePaths.contains(symbol.pathComponents[..<$0])
      }
  }
}

extension SymbolGraph {
  /// A parameter of an initialiser, or a property that is set in place of one.
  struct Parameter {
    let label: String
    let name: String
    /// The type as the compiler prints it.
    let type: String
    let hasDefault: Bool

    /// What stands for a value that the user must give.
    var gap: String { "<#\(name)\(type)#>" }

    func argument(_ value: String) -> String { label == "_" ? value : "\(label): \(value)" }
  }

  /// The initialisers that other files can call.
  func initialisers(of types: [Symbol]) -> [Symbol] {
    types.flatMap(members).filter {
      $0.form == "init" && !$0.isPrivate && $0.title != "init(coder:)"
    }
  }

  /// Whether it is a property that other files can set.
  func isSettable(_ symbol: Symbol) -> Bool {
    symbol.form == "property" && !symbol.isPrivate && symbol.declaration.contains(/\bvar\b/)
      && !symbol.declaration.contains("{ get }")
  }

  func parameters(of function: Symbol) -> [Parameter] {
    let labels = function.title.drop { $0 != "(" }.dropFirst().split(separator: ":")
    return zip(labels, function.functionSignature?.parameters ?? []).map { label, parameter in
      let text = parameter.declarationFragments.map(\.spelling).joined()
      let (inner, type) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" })
      return Parameter(
        label: String(label), name: String(label == "_" ? inner : label), type: String(type),
        hasDefault: ["(", " "].contains { function.declaration.contains("\($0)\(text) = ") })
    }
  }
}
