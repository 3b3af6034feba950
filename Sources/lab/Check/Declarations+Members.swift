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
