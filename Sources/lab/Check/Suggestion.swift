
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

/// Suggests code for each operation class in the files. The signatures come from the symbol graph, and the
/// compiler has the last word.
struct SuggestionFinder {
  private typealias Symbol = SymbolGraph.Symbol

  /// A call that makes an operation.
  private struct Call {
    let code: String
    let argumentCount: Int
    /// Whether it hands over the probe's work.
    let hasWork: Bool
  }

  private let graph: SymbolGraph
  private let arguments: ArgumentCode

  init(_ graph: SymbolGraph) {
    self.graph = graph
    arguments = ArgumentCode(graph)
  }

  /// - Parameters:
  ///   - files: the paths, as the user wrote them.
  ///   - refusals: the compiler's message on each piece of code that does not compile.
  func suggestions(
    in files: SubjectFiles, refusals: ([String]) throws(Failure) -> [String: String]
  ) throws(Failure) -> [Suggestion] {
    // What is inside a function can be made only by that function.
    let symbols = graph.symbols.filter { graph.isOperation($0) && !$0.name.contains("(") }
    let calls = symbols.map(calls)
    let refused = try refusals(Array(Set(calls.joined().map(\.code))))
    return zip(symbols, calls).map { suggestion(for: $0, $1, refused, files) }
  }

  private func suggestion(
    for symbol: Symbol, _ calls: [Call], _ refused: [String: String], _ files: SubjectFiles
  ) -> Suggestion {
    let compiling = calls.filter { refused[$0.code] == nil }
    let best = compiling.first { !$0.code.contains("<#") } ?? compiling.first ?? calls[0]
    let standing: Suggestion.Standing =
      if graph.isPrivate(symbol) {
        .isPrivate
      } else if let message = refused[best.code] {
        .refused(message)
      } else if best.code.contains("<#") {
        .hasGaps
      } else {
        handler(of: symbol, best).map { .mayTakeWork($0) }
          ?? (leavesWork(symbol, best) ? .mayBeBase : .works)
      }
    return Suggestion(
      name: symbol.name, superclass: graph.superclass(of: symbol) ?? "",
      file: files.path(ofURI: symbol.location?.uri ?? ""),
      line: (symbol.location?.position.line ?? 0) + 1,
      initialisers: graph.members(of: symbol).filter { $0.form == "init" && !$0.isPrivate }
        .map(\.title),
      expression: best.code, standing: standing)
  }

  /// The properties to which a function can be given, also those of its superclasses.
  private func variables(of symbol: Symbol) -> [SymbolGraph.Parameter] {
    graph.lineage(of: symbol).flatMap(graph.members).compactMap(graph.variable)
  }

  /// A property that may take its work, though its name says that it is called at the end.
  private func handler(of symbol: Symbol, _ call: Call) -> String? {
    guard !call.hasWork else { return nil }
    return variables(of: symbol).first { variable in
      switch variable.type {
      case .function(let function), .optional(.function(let function)): !function.hasResult
      default: false
      }
    }?.name
  }

  /// Whether it may leave its work to subclasses: nothing says what its work is.
  private func leavesWork(_ symbol: Symbol, _ call: Call) -> Bool {
    call.argumentCount == 0 && !call.hasWork && !symbol.isFinal
      && !graph.lineage(of: symbol).flatMap(graph.members).contains { $0.title == "main()" }
  }

  /// A call of each initialiser, also of those that the class may inherit. Those that hand over work come
  /// first, and short ones before long ones.
  private func calls(of symbol: Symbol) -> [Call] {
    var calls = graph.lineage(of: symbol).flatMap(graph.members)
      .filter { $0.form == "init" && !$0.isPrivate && $0.title != "init(coder:)" }
      .map { call(of: $0, in: symbol) }
    if graph.root(of: symbol) == "BlockOperation" {
      calls.append(Call(code: "\(symbol.name) { probe.run() }", argumentCount: 1, hasWork: true))
    }
    if calls.isEmpty {
      calls = [Call(code: "\(symbol.name)()", argumentCount: 0, hasWork: false)]
    }
    if !calls.contains(where: \.hasWork) {
      // Of several, only the user knows which takes the work.
      let works = variables(of: symbol).compactMap { variable in
        arguments.work(for: variable).map { (variable.name, $0) }
      }
      if works.count == 1 {
        calls += calls.map { call in
          let code =
            "let operation = \(call.code); operation.\(works[0].0) = \(works[0].1.code); return operation"
          return Call(code: code, argumentCount: call.argumentCount, hasWork: true)
        }
      }
    }
    calls.sort { ($0.hasWork ? 0 : 1, $0.argumentCount) < ($1.hasWork ? 0 : 1, $1.argumentCount) }
    // Where no initialiser is for others, a function may make one.
    calls += graph.symbols.filter { function in
      ["func", "type.method"].contains(function.form) && !graph.isPrivate(function)
        && function.functionSignature?.returns?.first?.preciseIdentifier == symbol.id
    }.map { call(of: $0, in: symbol) }
    let generic = symbol.swiftGenerics?.parameters ?? []
    return calls.flatMap { call in
      let types = generic.map { _ in "Int" }.joined(separator: ", ")
      let codes =
        [call.code]
        + (generic.isEmpty
          ? [] : [call.code.replacing("\(symbol.name)(", with: "\(symbol.name)<\(types)>(")])
      return (codes + codes.map { "MainActor.assumeIsolated { \($0) }" }).map { code in
        Call(code: code, argumentCount: call.argumentCount, hasWork: call.hasWork)
      }
    }
  }

  private func call(of initialiser: Symbol, in symbol: Symbol) -> Call {
    let parameters = graph.parameters(of: initialiser)
    let works = parameters.map(arguments.work)
    let best = works.compactMap { $0?.rank }.max()
    // If several may take the work, only the user knows which does.
    let isClear = works.count { $0 != nil && $0?.rank == best } == 1
    let given = zip(parameters, works).compactMap { parameter, work -> String? in
      if let work, work.rank == best {
        let gap = work.code.contains("<#") ? parameter.gap : "<#\(parameter.name): \(work.code)#>"
        return parameter.argument(isClear ? work.code : gap)
      }
      return parameter.hasDefault ? nil : parameter.argument(arguments.value(for: parameter))
    }
    let unwrapping = initialiser.declaration.contains(/^init\?|\?$/) ? "!" : ""
    let trying = initialiser.declaration.contains(/\) (async )?throws($| ->)/) ? "try! " : ""
    let name = initialiser.form == "init" ? symbol.name : "\(initialiser.name.prefix { $0 != "(" })"
    let code = "\(trying)\(name)(\(given.joined(separator: ", ")))\(unwrapping)"
    return Call(
      code: code, argumentCount: given.count, hasWork: best != nil || Driver.usesProbe(code))
  }
}
