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
    /// It compiles, but takes no work, which the class may leave to subclasses.
    case mayBeBase
    /// It compiles, but takes no work, which may be given to the property of that name.
    case mayTakeWork(String)
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

/// Suggests code for each operation class in the files. The symbol graph says which parameters there are, and
/// the compiler which code fits them.
struct SuggestionFinder {
  private typealias Symbol = SymbolGraph.Symbol
  private typealias Slot = ArgumentFinder.Slot

  /// A call that makes an operation.
  private struct Call {
    /// The text around its arguments.
    let start: String
    let end: String
    let slots: [Slot]
  }

  /// Code that makes an operation.
  private struct Expression {
    var code: String
    let argumentCount: Int
    /// Whether it hands over the probe's work.
    var hasWork: Bool
  }

  private let graph: SymbolGraph
  private var arguments: ArgumentFinder

  /// - Parameter refusals: the compiler's message on each piece of code that does not compile.
  init(
    _ graph: SymbolGraph,
    refusals: @escaping ([String]) throws(Failure) -> [String: String]
  ) {
    self.graph = graph
    arguments = ArgumentFinder(graph, refusals: refusals)
  }

  /// - Parameter files: the paths, as the user wrote them.
  mutating func suggestions(in files: SubjectFiles) throws(Failure) -> [Suggestion] {
    // What is inside a function can be made only by that function.
    let symbols = graph.symbols.filter { graph.isOperation($0) && !$0.name.contains("(") }
    try arguments.ask(
      about: symbols.flatMap { symbol in
        (initialisers(of: symbol) + factories(of: symbol)).flatMap(\.slots) + properties(of: symbol)
      })
    let expressions = symbols.map(expressions)
    let refused = try arguments.refusals(Array(Set(expressions.joined().map(\.code))))
    return zip(symbols, expressions).map { suggestion(for: $0, $1, refused, files) }
  }

  private func suggestion(
    for symbol: Symbol, _ all: [Expression], _ refused: [String: String], _ files: SubjectFiles
  ) -> Suggestion {
    let compiling = all.filter { refused[$0.code] == nil }
    let best = compiling.first { !$0.code.contains("<#") } ?? compiling.first ?? all[0]
    let standing: Suggestion.Standing =
      if graph.isPrivate(symbol) {
        .isPrivate
      } else if let message = refused[best.code] {
        .refused(message)
      } else if best.code.contains("<#") {
        .hasGaps
      } else if best.hasWork {
        .works
      } else {
        // It may take its work, though its name says that it is called at the end.
        properties(of: symbol).first(where: arguments.isAction).map {
          .mayTakeWork($0.parameter.name)
        } ?? (leavesWork(symbol, best) ? .mayBeBase : .works)
      }
    return Suggestion(
      name: symbol.name, superclass: graph.superclass(of: symbol) ?? "",
      file: files.path(ofURI: symbol.location?.uri ?? ""),
      line: (symbol.location?.position.line ?? 0) + 1,
      initialisers: graph.members(of: symbol).filter { $0.form == "init" && !$0.isPrivate }
        .map(\.title),
      expression: best.code, standing: standing)
  }

  /// Whether it may leave its work to subclasses: nothing says what its work is.
  private func leavesWork(_ symbol: Symbol, _ best: Expression) -> Bool {
    best.argumentCount == 0 && !symbol.isFinal
      && !graph.lineage(of: symbol).flatMap(graph.members).contains { $0.title == "main()" }
  }

  /// A call of each initialiser, also of those that the class may inherit. Those that hand over work come
  /// first, and short ones before long ones. Where no initialiser is for others, a function may make one.
  private func expressions(for symbol: Symbol) -> [Expression] {
    var all = initialisers(of: symbol).map(expression)
    if graph.root(of: symbol) == "BlockOperation" {
      all.append(
        Expression(code: "\(symbol.name) { probe.run() }", argumentCount: 1, hasWork: true))
    }
    if all.isEmpty {
      all = [Expression(code: "\(symbol.name)()", argumentCount: 0, hasWork: false)]
    }
    // Of several properties, only the user knows which takes the work.
    let works = properties(of: symbol).compactMap { property in
      arguments.work(at: property).map { (property.parameter.name, $0.code) }
    }
    if !all.contains(where: \.hasWork), works.count == 1, let (name, work) = works.first {
      all += all.map {
        Expression(
          code: "let operation = \($0.code); operation.\(name) = \(work); return operation",
          argumentCount: $0.argumentCount, hasWork: true)
      }
    }
    all.sort { ($0.hasWork ? 0 : 1, $0.argumentCount) < ($1.hasWork ? 0 : 1, $1.argumentCount) }
    all += factories(of: symbol).map(expression)
    return all.flatMap { expression in
      var own = [expression]
      if !generic(symbol).isEmpty {
        own.append(expression)
        own[1].code = expression.code.replacing(
          "\(symbol.name)(", with: "\(symbol.name)\(generic(symbol))(")
      }
      return own
        + own.map {
          Expression(
            code: "MainActor.assumeIsolated { \($0.code) }", argumentCount: $0.argumentCount,
            hasWork: $0.hasWork)
        }
    }
  }

  private func expression(for call: Call) -> Expression {
    let works = call.slots.map(arguments.work)
    let best = works.compactMap { $0?.rank }.max()
    // If several may take the work, only the user knows which does.
    let isClear = works.count { $0 != nil && $0?.rank == best } == 1
    let given = zip(call.slots, works).compactMap { slot, work -> String? in
      let parameter = slot.parameter
      if let work, work.rank == best {
        let gap =
          work.code.contains("<#") ? parameter.gap : "<#\(parameter.name): \(work.code)#>"
        return parameter.argument(isClear ? work.code : gap)
      }
      return parameter.hasDefault
        ? nil : parameter.argument(arguments.value(at: slot) ?? parameter.gap)
    }
    let code = "\(call.start)(\(given.joined(separator: ", ")))\(call.end)"
    return Expression(
      code: code, argumentCount: given.count, hasWork: best != nil || Driver.usesProbe(code))
  }

  private func initialisers(of symbol: Symbol) -> [Call] {
    graph.initialisers(of: graph.lineage(of: symbol)).map {
      call(of: $0, symbol.name, types: generic(symbol))
    }
  }

  private func factories(of symbol: Symbol) -> [Call] {
    graph.symbols.filter { function in
      ["func", "type.method"].contains(function.form) && !graph.isPrivate(function)
        && function.functionSignature?.returns?.first?.preciseIdentifier == symbol.id
    }.map { call(of: $0, "\($0.name.prefix { $0 != "(" })") }
  }

  private func call(of function: Symbol, _ name: String, types: String = "") -> Call {
    let trying = function.declaration.contains(/\) (async )?throws( -> [^()]*)?$/) ? "try! " : ""
    return Call(
      start: trying + name, end: function.declaration.contains(/^init\?|\?$/) ? "!" : "",
      slots: ArgumentFinder.slots(
        of: graph.parameters(of: function),
        in: Self.trial("_ = try! await \(name)\(types)(\(ArgumentFinder.here))")))
  }

  /// The properties to which a value can be given, also those of its superclasses.
  private func properties(of symbol: Symbol) -> [Slot] {
    graph.lineage(of: symbol).flatMap(graph.members).filter(graph.isSettable).map { property in
      let operation = "(\(Candidate.hole) as \(symbol.name)\(generic(symbol)))"
      return Slot(
        parameter: SymbolGraph.Parameter(
          label: "_", name: property.title, type: "", hasDefault: true),
        place: Self.trial("\(operation).\(property.title) = \(ArgumentFinder.here)"))
    }
  }

  /// Code that compiles if the statement does, wherever it has to run.
  private static func trial(_ statement: String) -> String {
    "@MainActor func trial() async { \(statement) }; return \(Candidate.hole)"
  }

  /// A type for each generic parameter.
  private func generic(_ symbol: Symbol) -> String {
    let types = (symbol.swiftGenerics?.parameters ?? []).map { _ in "Int" }
    return types.isEmpty ? "" : "<\(types.joined(separator: ", "))>"
  }
}
