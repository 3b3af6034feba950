import LabShared

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
  private typealias Symbol = SymbolGraph.Symbol

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
    let classes = graph.symbols.filter { graph.isOperation($0) && !$0.name.contains("(") }
    let attempts = classes.map { symbol in
      let made = expressions(for: symbol)
      // Only a class of the main actor needs this. The compiler decides whether it is one.
      return made + made.map { "MainActor.assumeIsolated { \($0) }" }
    }
    let refused = try refusals(Array(attempts.joined()))
    return zip(classes, attempts).map { symbol, attempts in
      let expression = attempts.first { refused[$0] == nil } ?? attempts.first
      let standing: Suggestion.Standing =
        if graph.isPrivate(symbol) {
          .isPrivate
        } else if let expression {
          refused[expression].map { .refused($0) } ?? (expression.contains("<#") ? .hasGaps : .works)
        } else {
          .needsSubclass(abstractMembers(of: symbol).map(\.title))
        }
      return Suggestion(
        name: symbol.name, superclass: graph.superclass(of: symbol) ?? "",
        file: files.path(ofURI: symbol.location?.uri ?? ""),
        line: (symbol.location?.position.line ?? 0) + 1,
        initialisers: graph.members(of: symbol).filter { $0.form == "init" && !$0.isPrivate }
          .map(\.title),
        expression: expression ?? "", standing: standing)
    }
  }

  /// Expressions for a class, the best first.
  private func expressions(for symbol: Symbol) -> [String] {
    let abstract = abstractMembers(of: symbol)
    guard abstract.isEmpty else { return subclasses(of: symbol, overrides(of: abstract, in: symbol)) }
    let calls = writer.calls(of: symbol, as: callee(symbol), givesWork: true)
    let (working, idle) = (calls.filter(\.isWork), calls.filter { !$0.isWork })
    let set = idle.flatMap { call in
      settings(of: symbol).map { "let operation = \(call.text); operation.\($0); return operation" }
    }
    let hooks = hooks(of: symbol).flatMap { subclasses(of: symbol, $0) }
    return [working.map(\.text), set + hooks + idle.map(\.text)].flatMap { list in
      list.filter { !$0.contains("<#") } + list.filter { $0.contains("<#") }
    }
  }

  /// The type to call, with a type for each parameter that it has.
  private func callee(_ symbol: Symbol) -> String {
    let types = writer.generics(of: symbol)
    let list = symbol.genericParameters.compactMap { types[$0]?.text }
    return list.isEmpty ? symbol.name : "\(symbol.name)<\(list.joined(separator: ", "))>"
  }
}

// Operations that one expression cannot make: `--make` takes statements, of which the last returns it.
extension SuggestionFinder {
  /// The members of the class and of its superclasses, the nearest declaration of each name.
  private func members(of symbol: Symbol, _ forms: [String] = ["method", "property"]) -> [Symbol] {
    var seen: Set<String> = []
    return graph.lineage(of: symbol).flatMap(graph.members).filter {
      forms.contains(String($0.form)) && !$0.isPrivate && seen.insert($0.title).inserted
    }
  }

  /// Work that is set, or added, after the operation is made.
  private func settings(of symbol: Symbol) -> [String] {
    let bindings = writer.bindings(of: symbol)
    let own = members(of: symbol).filter { !graph.isOverride($0) }
    let set = own.compactMap { member -> (fitness: Int, text: String)? in
      let name = member.title.prefix { $0 != "(" }
      if member.form == "property" {
        let type = writer.type(of: member, bindings)
        guard member.isSettable, let fitness = writer.fitness(type, label: member.title) else {
          return nil
        }
        return (fitness, "\(name) = \(writer.value(type, label: member.title, isWork: true))")
      }
      guard member.title.contains(/^(add|set|append|enqueue)/) else { return nil }
      let parameters = writer.parameters(of: member, bindings: bindings)
      let (list, isWork) = writer.arguments(parameters, givesWork: true, depth: 1)
      return isWork ? (0, "\(name)(\(list))") : nil
    }
    return set.filter { !$0.text.contains("<#") }.sorted { $0.fitness > $1.fitness }.map(\.text)
  }

  /// The methods and properties that trap unless a subclass overrides them.
  private func abstractMembers(of symbol: Symbol) -> [Symbol] {
    members(of: symbol).filter(bodies.endsProcess)
  }

  /// Overrides of each method that a base class leaves to its subclasses, though it need not be
  /// overridden.
  private func hooks(of symbol: Symbol) -> [[String]] {
    let methods = members(of: symbol, ["method"])
    let empty = methods.filter { bodies.isEmpty($0) && Self.isWork($0) }
      .map { overrides(of: [$0], in: symbol) }
    let leavesMain =
      !methods.contains { $0.title == "main()" }
      && graph.lineage(of: symbol).flatMap(graph.members).contains(where: bodies.callsMain)
    guard leavesMain, let ending = ending(of: symbol) else { return empty }
    return empty + [["override func main() { probe?.begin { \(ending) } }"]]
  }

  private static func isWork(_ method: Symbol) -> Bool {
    method.title.contains(/^(main|execute|run|perform|work|task|body|operate|start\w+)/)
  }

  /// The statement that finishes such an operation, for example `finish()` or `state = .finished`.
  private func ending(of symbol: Symbol) -> String? {
    let bindings = writer.bindings(of: symbol)
    return members(of: symbol).filter { !bodies.endsProcess($0) }.lazy.compactMap { member in
      if member.form == "method" {
        guard !graph.isOverride(member),
          member.title.contains(/^(?i)(mark(as)?)?(finish|complet|done|end|fulfil|succeed)/)
        else { return nil }
        let list = writer.parameters(of: member, bindings: bindings).filter { !$0.isOptional }
          .map { ($0.label.map { "\($0): " } ?? "") + writer.results([$0.type]) }
        let call = "self.\(member.title.prefix { $0 != "(" })(\(list.joined(separator: ", ")))"
        return call.contains("<#") ? nil : call
      }
      guard member.isSettable, case .named(_, _, let id) = writer.type(of: member, bindings),
        let state = graph.symbol(id), state.form == "enum"
      else { return nil }
      return graph.members(of: state).compactMap(\.pathComponents.last)
        .first { ["finished", "completed", "done", "ended"].contains($0) }
        .map { "self.\(member.title) = .\($0)" }
    }.first
  }

  /// Overrides of all these. The most suitable method does the work.
  private func overrides(of members: [Symbol], in symbol: Symbol) -> [String] {
    let methods = members.filter { $0.form == "method" }
    let worker = methods.first(where: Self.isWork) ?? methods.first
    let (bindings, ending) = (writer.bindings(of: symbol), ending(of: symbol))
    return members.map { member in
      "override "
        + writer.implementation(
          of: member, bindings: bindings, work: member.id == worker?.id ? "probe?" : nil,
          ending: ending)
    }
  }

  /// Statements with a subclass with these overrides, for each way to make one.
  private func subclasses(of symbol: Symbol, _ overrides: [String]) -> [String] {
    guard !symbol.has("final"), !overrides.contains(where: { $0.contains("<#") }) else { return [] }
    let declaration =
      "class Checked: \(callee(symbol)), @unchecked Sendable { var probe: Probe?; "
      + overrides.joined(separator: "; ") + " }"
    return writer.calls(of: symbol, as: "Checked", givesWork: false).map { call in
      "\(declaration); let operation = \(call.text); operation.probe = probe; return operation"
    }
  }
}

extension SymbolGraph.Symbol {
  /// Whether others may set this property.
  var isSettable: Bool {
    // `{ get }` stands at the end where only the owner may set it.
    let accessors = fragments.drop { !$0.spelling.contains("{") }
    return has("var") && (accessors.isEmpty || accessors.contains { $0.spelling == "set" })
  }

  /// Whether this initialiser may return `nil`.
  var canFail: Bool {
    let after = fragments.drop { $0.spelling != "init" }.dropFirst().first?.spelling ?? ""
    return after.hasPrefix("?") || after.hasPrefix("!")
  }
}
