import LabShared
import OperationCourse

/// An expression for `--make` that makes a class from a file.
struct Suggestion {
  /// The state of an expression.
  enum Standing: Hashable {
    /// It compiles.
    case works
    /// The user must put a value in place of each `<#its type#>`.
    case hasGaps
    /// No other file can name the class.
    case isPrivate
    /// It leaves these methods to subclasses, and no such subclass could be suggested.
    case needsSubclass([String])
    /// It does not compile.
    case refused(String)
  }

  let name: String
  let superclass: String
  /// The path of the file, as the user wrote it.
  let file: String
  let line: Int
  /// The class's own accessible initialisers, such as `init(url:completion:)`.
  let initialisers: [String]
  let expression: String
  let standing: Standing
}

/// Finds an expression that compiles for each operation class in the files.
struct SuggestionFinder {
  private let graph: SymbolGraph
  private let bodies: FunctionBodies
  private let writer: ArgumentWriter

  init(_ graph: SymbolGraph, _ bodies: FunctionBodies) {
    (self.graph, self.bodies) = (graph, bodies)
    writer = ArgumentWriter(graph: graph)
  }

  /// - Parameters:
  ///   - files: the paths, as the user wrote them.
  ///   - refusals: the compiler's message on each expression that does not compile.
  func suggestions(
    in files: SubjectFiles, refusals: ([String]) throws(Failure) -> [String: String]
  ) throws(Failure) -> [Suggestion] {
    // A class inside a function can be made only by that function.
    let classes = graph.symbols.filter { symbol in
      graph.isOperation(symbol) && !symbol.name.contains("(")
    }
    let attempts = classes.map { symbol in
      let made = expressions(for: symbol).map(writer.withStubs)
      // Only a class of the main actor needs this. The compiler decides whether it is one.
      return made + made.map { "MainActor.assumeIsolated { \($0) }" }
    }
    let filled = attempts.joined().map(ArgumentWriter.filled).filter { !Self.hasGaps($0) }
    let refused = try refusals(filled)
    return zip(classes, attempts).map { suggestion(for: $0, among: $1, refused, files) }
  }

  private func suggestion(
    for symbol: SymbolGraph.Symbol, among attempts: [String], _ refused: [String: String],
    _ files: SubjectFiles
  ) -> Suggestion {
    let working = attempts.first {
      let filled = ArgumentWriter.filled($0)
      return !Self.hasGaps(filled) && refused[filled] == nil
    }
    let expression = working ?? attempts.first ?? "\(callee(symbol))()"
    let standing: Suggestion.Standing =
      if graph.isPrivate(symbol) {
        .isPrivate
      } else if let working {
        Self.hasGaps(working) ? .hasGaps : .works
      } else if attempts.isEmpty {
        .needsSubclass(abstractMembers(of: symbol).map(\.title))
      } else if let message = refused[ArgumentWriter.filled(expression)] {
        .refused(message)
      } else {
        .hasGaps
      }
    return Suggestion(
      name: symbol.name, superclass: graph.superclass(of: symbol) ?? "",
      file: files.path(ofURI: symbol.location?.uri ?? ""),
      line: (symbol.location?.position.line ?? 0) + 1,
      initialisers: graph.members(of: symbol).filter { $0.form == "init" && !$0.isPrivate }
        .map(\.title),
      expression: expression, standing: standing)
  }

  private static func hasGaps(_ expression: String) -> Bool { expression.contains("<#") }

  /// Expressions for a class, the best first.
  private func expressions(for symbol: SymbolGraph.Symbol) -> [String] {
    let callee = callee(symbol)
    let calls = calls(of: symbol, as: callee)
    let abstract = abstractMembers(of: symbol)
    if !abstract.isEmpty {
      return subclasses(of: symbol, overrides(of: abstract, in: symbol))
    }
    let working = calls.filter(\.isWork).map(\.text)
    let idle = calls.filter { !$0.isWork }.map(\.text)
    let hooks = hooks(of: symbol).flatMap { subclasses(of: symbol, [$0]) }
    let set = idle.flatMap { call in
      settings(of: symbol).map { "let operation = \(call); operation.\($0); return operation" }
    }
    return Self.withGapsLast(working) + Self.withGapsLast(set + hooks + idle)
  }

  private static func withGapsLast(_ expressions: [String]) -> [String] {
    func isOpen(_ expression: String) -> Bool { hasGaps(ArgumentWriter.filled(expression)) }
    return expressions.filter { !isOpen($0) } + expressions.filter(isOpen)
  }

  /// The type to call, with a type for each parameter that it has.
  private func callee(_ symbol: SymbolGraph.Symbol) -> String {
    let types = writer.generics(of: symbol)
    let list = symbol.genericParameters.compactMap { types[$0]?.text }
    return list.isEmpty ? symbol.name : "\(symbol.name)<\(list.joined(separator: ", "))>"
  }

  /// A call of an initialiser.
  private struct Call {
    let text: String
    let isWork: Bool
    let count: Int
  }

  /// A call of each initialiser. Those with few arguments come first.
  private func calls(of symbol: SymbolGraph.Symbol, as callee: String) -> [Call] {
    let bindings = bindings(of: symbol)
    let calls = writer.initialisers(of: symbol).filter { $0.title != "init(coder:)" }
      .map { initialiser in
        call(
          callee, writer.parameters(of: initialiser, bindings: bindings),
          suffix: initialiser.canFail ? "!" : "")
      }
    let inherited =
      writer.initialisers(of: symbol).contains { !$0.has("convenience") }
      ? []
      : graph.root(of: symbol) == "BlockOperation"
        ? ["\(callee) { probe.run() }", "\(callee)()"]
        : ["\(callee)()"]
    return calls.sorted { $0.count < $1.count }
      + inherited.map { Call(text: $0, isWork: $0.contains("probe"), count: 0) }
  }

  private func call(
    _ callee: String, _ parameters: [ArgumentWriter.Parameter], suffix: String
  ) -> Call {
    let (list, isWork) = writer.arguments(parameters, givingWork: true, asksForValues: true)
    // Only what takes the last parameter may stand behind the parentheses.
    let isTrailing =
      suffix.isEmpty && parameters.last?.type.function != nil
      && list.last?.drop { $0 != "{" }.hasSuffix("}") == true
      && (list.last?.hasPrefix("{") == true || list.last?.contains(/^\w+: \{/) == true)
    let inside = isTrailing ? list.dropLast() : list[...]
    let closure = isTrailing ? " " + (list.last.map { String($0.drop { $0 != "{" }) } ?? "") : ""
    let parentheses =
      inside.isEmpty && isTrailing ? "" : "(\(inside.joined(separator: ", ")))"
    return Call(
      text: callee + parentheses + closure + suffix, isWork: isWork, count: list.count)
  }

  /// The types of the generic parameters of the class and its superclasses.
  private func bindings(of symbol: SymbolGraph.Symbol) -> [String: SubjectType] {
    graph.lineage(of: symbol).reduce(into: [:]) { result, ancestor in
      result.merge(writer.generics(of: ancestor)) { first, _ in first }
    }
  }
}

// Operations that one expression cannot make: `--make` takes statements, of which the last returns it.
extension SuggestionFinder {
  /// Work that is set, or added, after the operation is made.
  private func settings(of symbol: SymbolGraph.Symbol) -> [String] {
    let bindings = bindings(of: symbol)
    let members = graph.lineage(of: symbol).flatMap(graph.members).filter {
      !$0.isPrivate && !graph.isOverride($0)
    }
    let properties = members.filter { $0.form == "property" && $0.isSettable }.compactMap {
      property -> (Int, String)? in
      let type = type(of: property, bindings)
      guard let fitness = writer.fitness(type, label: property.title) else { return nil }
      let value = writer.value(type, label: property.title, isWork: true)
      return (fitness, "\(property.title) = \(value)")
    }
    let methods = members.filter {
      $0.form == "method" && $0.title.contains(/^(add|set|append|enqueue)/)
    }
    .compactMap { method -> (Int, String)? in
      let parameters = writer.parameters(of: method, bindings: bindings)
      let (list, isWork) = writer.arguments(parameters, givingWork: true)
      guard isWork, method.functionSignature?.returns.map({ $0.map(\.spelling).joined() }) == "()"
      else { return nil }
      return (0, "\(method.title.prefix { $0 != "(" })(\(list.joined(separator: ", ")))")
    }
    return (properties + methods).filter { !Self.hasGaps($0.1) }.sorted { $0.0 > $1.0 }.map(\.1)
  }

  private func type(
    of property: SymbolGraph.Symbol, _ bindings: [String: SubjectType]
  ) -> SubjectType {
    var reader = TypeReader(property.fragments, graph, bindings: bindings)
    reader.skip(past: ":")
    return reader.type()
  }

  /// The methods and properties that trap unless a subclass overrides them.
  private func abstractMembers(of symbol: SymbolGraph.Symbol) -> [SymbolGraph.Symbol] {
    nearestMembers(of: symbol).filter { bodies.endsProcess($0) }
  }

  /// The nearest declaration for each name.
  private func nearestMembers(of symbol: SymbolGraph.Symbol) -> [SymbolGraph.Symbol] {
    var seen: Set<String> = []
    return graph.lineage(of: symbol).flatMap(graph.members).filter {
      ["method", "property"].contains($0.form) && !$0.isPrivate && seen.insert($0.title).inserted
    }
  }

  /// Overrides of a method that a base class leaves to its subclasses, though it does not have to
  /// be overridden.
  private func hooks(of symbol: SymbolGraph.Symbol) -> [String] {
    let members = nearestMembers(of: symbol)
    let empty = members.filter { member in
      bodies.isEmpty(member) && member.form == "method"
        && member.title.contains(/^(main|execute|run|perform|work|task|body|operate|start\w+)/)
    }
    let main =
      ending(of: symbol).map { ["override func main() { probe?.begin { \($0) } }"] } ?? []
    let leavesMain =
      !members.contains { $0.title == "main()" }
      && graph.lineage(of: symbol).flatMap(graph.members).contains { bodies.callsMain($0) }
    return empty.map { override($0, in: symbol, doesWork: true) } + (leavesMain ? main : [])
  }

  /// The statement that finishes such an operation, for example `finish()` or `state = .finished`.
  private func ending(of symbol: SymbolGraph.Symbol) -> String? {
    let bindings = bindings(of: symbol)
    let members = nearestMembers(of: symbol).filter { !bodies.endsProcess($0) }
    let methods = members.filter {
      $0.form == "method" && !graph.isOverride($0)
        && $0.title.lowercased().contains(/^(mark(as)?)?(finish|complet|done|end|fulfil|succeed)/)
    }
    let calls = methods.lazy.map { method in
      let values = writer.parameters(of: method, bindings: bindings).filter { !$0.isOptional }
        .map { parameter in
          (parameter.label.map { "\($0): " } ?? "") + writer.values([parameter.type], depth: 0)
        }
      return "self.\(method.title.prefix { $0 != "(" })(\(values.joined(separator: ", ")))"
    }
    if let call = calls.first(where: { !Self.hasGaps($0) }) { return call }
    return members.lazy.filter { $0.form == "property" && $0.isSettable }.compactMap { property in
      guard case .named(_, _, let id) = type(of: property, bindings), let type = graph.symbol(id),
        type.form == "enum",
        let last = graph.members(of: type).filter({ $0.form == "enum.case" })
          .compactMap(\.pathComponents.last)
          .first(where: { ["finished", "completed", "done", "ended"].contains($0) })
      else { return nil }
      return "self.\(property.title) = .\(last)"
    }.first
  }

  /// Overrides of all these methods. The most suitable one does the work.
  private func overrides(
    of members: [SymbolGraph.Symbol], in symbol: SymbolGraph.Symbol
  ) -> [String] {
    let methods = members.filter { $0.form == "method" }
    let worker =
      methods.first { $0.title.contains(/^(main|execute|run|perform|work|task|body)/) }
      ?? methods.first
    return members.map { override($0, in: symbol, doesWork: $0.id == worker?.id) }
  }

  /// Statements with a subclass with these overrides, for each way to make one.
  private func subclasses(of symbol: SymbolGraph.Symbol, _ overrides: [String]) -> [String] {
    guard !symbol.has("final"), !overrides.contains(where: Self.hasGaps) else { return [] }
    let declaration =
      "class Checked: \(callee(symbol)), @unchecked Sendable { var probe: Probe?; "
      + overrides.joined(separator: "; ") + " }"
    return calls(of: symbol, as: "Checked").map { call in
      "\(declaration); let operation = \(call.text); operation.probe = probe; return operation"
    }
  }

  private func override(
    _ member: SymbolGraph.Symbol, in symbol: SymbolGraph.Symbol, doesWork: Bool
  ) -> String {
    "override "
      + writer.implementation(
        of: member, bindings: bindings(of: symbol), work: doesWork ? "probe?" : nil,
        ending: ending(of: symbol))
  }
}

extension SymbolGraph.Symbol {
  /// Whether others may set this property.
  var isSettable: Bool {
    guard has("var") else { return false }
    // `{ get }` stands at the end where only the owner may set it.
    let accessors = fragments.drop { !$0.spelling.contains("{") }
    return accessors.isEmpty || accessors.contains { $0.spelling == "set" }
  }
}
