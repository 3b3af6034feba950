/// A class as it is declared in a file.
struct ClassDeclaration: Hashable {
  /// With the names of the types around it: `Outer.Inner`.
  let name: String
  let line: Int
  /// The path of its file.
  var file = ""
  /// What follows the colon, without generic arguments.
  let inherited: [String]
  /// The names of its generic parameters.
  var genericParameters: [String] = []
  /// Whether it, or an initialiser of its own, belongs to the main actor.
  var isOnMainActor = false
  /// Declared `private` or `fileprivate`, so that no other file can name it.
  let isPrivate: Bool
  var initialisers: [Initialiser] = []
  /// What a subclass may override or call.
  var methods: [Method] = []
  /// The variables that others may set.
  var properties: [Parameter] = []

  /// An initialiser that may be called from elsewhere.
  struct Initialiser: Hashable {
    var parameters: [Parameter]
    var isConvenience: Bool
    /// Whether it may return `nil`.
    var isFailable = false

    /// Such as `init(url:completion:)`.
    var signature: String {
      "init(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
    }
  }

  /// A method that others may call.
  struct Method: Hashable {
    let name: String
    let parameters: [Parameter]
    /// Whether all that it does is end the process: a subclass has to do it.
    let isAbstract: Bool
  }

  /// A parameter of an initialiser or a method; or a variable.
  struct Parameter: Hashable {
    /// `nil` if it is called without.
    let label: String?
    /// The words and signs of its type.
    let type: [String]
    let hasDefault: Bool
  }
}

/// Finds the classes of a file and their initialisers.
struct DeclarationScan {
  var classes: [ClassDeclaration] = []
  let tokens: [SwiftTokens.Token]
  var place = 0
  /// The types around the present place; `nil` for braces of any other kind.
  var scopes: [String?] = []

  init(_ source: String) {
    tokens = SwiftTokens(source).all
    while place < tokens.count {
      takeOne()
      place += 1
    }
  }

  func text(_ place: Int) -> String {
    tokens.indices.contains(place) ? tokens[place].text : ""
  }

  private mutating func takeOne() {
    switch text(place) {
    case "class" where !Self.modifiers.contains(text(place + 1)): takeType(isClass: true)
    case "struct", "enum", "actor", "extension", "protocol": takeType(isClass: false)
    case "init" where text(place - 1) != "." && scopes.last ?? nil != nil: takeInitialiser()
    case "func" where scopes.last ?? nil != nil: noteMethod()
    case "var" where scopes.last ?? nil != nil: noteProperty()
    case "{": scopes.append(nil)
    case "}": _ = scopes.popLast()
    default: break
    }
  }

  private mutating func takeType(isClass: Bool) {
    let line = tokens[place].line
    let isPrivate = modifiersBefore(place).contains { $0.hasSuffix("private") }
    let isOnMainActor = modifiersBefore(place).contains("MainActor")
    place += 1
    guard let first = text(place).first, first.isLetter || first == "_" || first == "`" else {
      return place -= 1
    }
    var name = text(place)
    while text(place + 1) == ".", text(place) != "{" {
      name += "." + text(place + 2)
      place += 2
    }
    let header = takeHeader()
    let full = (scopes.compactMap { $0 } + [name]).joined(separator: ".")
    scopes.append(name)
    guard isClass else { return }
    classes.append(
      ClassDeclaration(
        name: full, line: line, inherited: inherited(header),
        genericParameters: Self.genericParameters(header), isOnMainActor: isOnMainActor,
        isPrivate: isPrivate))
  }

  /// The words between a type's name and its brace, which is left as the present place.
  private mutating func takeHeader() -> [String] {
    var header: [String] = []
    while place + 1 < tokens.count, text(place + 1) != "{" {
      place += 1
      header.append(text(place))
    }
    place += 1
    return header
  }

  /// The names after the colon that is not inside angle brackets.
  private func inherited(_ header: [String]) -> [String] {
    var depth = 0
    var names: [String]?
    for word in header.prefix(while: { $0 != "where" }) {
      if word == ">" { depth -= 1 }
      if depth == 0 {
        if word == ":" { names = names ?? [""] }
        if word == "," { names?.append("") }
        let isName = word.first.map { $0.isLetter || $0 == "_" || $0 == "." } ?? false
        if isName, word != "unchecked", let last = names?.indices.last { names?[last] += word }
      }
      if word == "<" { depth += 1 }
    }
    return (names ?? []).filter { !$0.isEmpty }
  }

  /// The names before `:` and `,` inside the angle brackets with which the header begins.
  private static func genericParameters(_ header: [String]) -> [String] {
    guard header.first == "<" else { return [] }
    var names: [String] = []
    var (depth, isName) = (0, false)
    for word in header {
      if word == ">" { depth -= 1 }
      if depth == 0, !names.isEmpty { break }
      if depth == 1, isName { names.append(word) }
      if word == "<" { depth += 1 }
      isName = depth == 1 && (word == "<" || word == ",")
    }
    return names
  }

  private mutating func takeInitialiser() {
    let modifiers = modifiersBefore(place)
    var next = place + 1
    let isFailable = ["?", "!"].contains(text(next))
    if isFailable { next += 1 }
    if text(next) == "<" {
      while next < tokens.count, text(next) != ">" { next += 1 }
      next += 1
    }
    guard text(next) == "(", !modifiers.contains(where: { $0.hasSuffix("private") }) else { return }
    var list = ParameterScan(tokens: tokens, place: next)
    let initialiser = ClassDeclaration.Initialiser(
      parameters: list.parameters(), isConvenience: modifiers.contains("convenience"),
      isFailable: isFailable)
    place = list.place
    guard let index = owner else { return }
    classes[index].initialisers.append(initialiser)
    if modifiers.contains("MainActor") { classes[index].isOnMainActor = true }
  }

  func modifiersBefore(_ place: Int) -> [String] {
    var found: [String] = []
    var place = place - 1
    while place >= 0, Self.modifiers.contains(text(place)) || "()".contains(text(place)) {
      found.append(text(place))
      place -= 1
    }
    return found
  }

  private static let modifiers: Set = [
    "func", "var", "let", "subscript", "override", "final", "public", "open", "internal", "private",
    "fileprivate", "package", "convenience", "required", "static", "dynamic", "class",
    "nonisolated",
    "objc", "@", "set", "MainActor", "unsafe", "indirect",
  ]
}

// What a class has besides its initialisers; nothing is taken, so that braces are still counted.
extension DeclarationScan {
  /// The class around the present place, among those that were found.
  var owner: Int? {
    let name = scopes.compactMap { $0 }.joined(separator: ".")
    return classes.firstIndex { $0.name == name }
  }

  mutating func noteMethod() {
    guard let owner, isForOthers, text(place + 2) == "(" else { return }
    var list = ParameterScan(tokens: tokens, place: place + 2)
    let parameters = list.parameters()
    // `throws`, `-> Int` and the like stand between the list and the body.
    let header = tokens[min(list.place, tokens.count)...].prefix { !["{", "}"].contains($0.text) }
    let body = text(header.endIndex + 1)
    classes[owner].methods.append(
      ClassDeclaration.Method(
        name: text(place + 1), parameters: parameters,
        isAbstract: ["fatalError", "preconditionFailure"].contains(body)))
  }

  /// Variables with a type and no getter of their own.
  mutating func noteProperty() {
    guard let owner, isForOthers, !modifiersBefore(place).contains("override"),
      text(place + 2) == ":"
    else { return }
    let rest = tokens[min(place + 3, tokens.count)...]
    let type = Typealiases.type(rest).prefix { !["=", "{"].contains($0) }
    let next = rest.startIndex + type.count
    if text(next) == "{", !["didSet", "willSet"].contains(text(next + 1)) { return }
    classes[owner].properties.append(
      ClassDeclaration.Parameter(
        label: text(place + 1), type: Array(type), hasDefault: text(next) == "="))
  }

  private var isForOthers: Bool {
    modifiersBefore(place).allSatisfy { word in
      !word.hasSuffix("private") && !["static", "class"].contains(word)
    }
  }
}
