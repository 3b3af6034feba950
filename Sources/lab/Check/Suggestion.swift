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

/// Asks the compiler which pieces of code fit, many in one go.
final class CodeOracle {
  /// A question without an answer yet.
  struct Pending: Error {}

  /// The most pieces in one file: what the compiler says of more is too long to keep.
  private static let most = 2_000

  private var messages: [String: String?] = [:]
  private var asked: Set<String> = []

  /// The compiler's message on the code, or `nil` if it compiles.
  func refusals(of codes: [String]) throws(Pending) -> [String?] {
    let unknown = codes.filter { messages[$0] == nil }
    asked.formUnion(unknown)
    guard unknown.isEmpty else { throw Pending() }
    return codes.map { messages[$0] ?? nil }
  }

  /// The value of each question. If one throws ``Pending``, the others ask as well.
  func all<Item, Value>(
    _ items: [Item], _ value: (Item) throws(Pending) -> Value
  ) throws(Pending) -> [Value] {
    let values = items.map { try? value($0) }
    guard !values.contains(where: { $0 == nil }) else { throw Pending() }
    return values.compactMap(\.self)
  }

  /// Works out a value again and again, with more answers each time.
  ///
  /// - Parameter refusals: the compiler's message on each piece of code that does not compile.
  func answer<Value>(
    asking refusals: ([String]) throws(Failure) -> [String: String],
    _ value: () throws(Pending) -> Value
  ) throws(Failure) -> Value {
    while true {
      if let value = try? value() { return value }
      while !asked.isEmpty {
        let codes = Array(asked.prefix(Self.most))
        let refused = try refusals(codes)
        for code in codes { messages[code] = .some(refused[code]) }
        asked.subtract(codes)
      }
    }
  }
}

/// Finds code that compiles for each operation class in the files. The signatures come from the symbol
/// graph, and the compiler decides which values fit.
struct SuggestionFinder {
  private typealias Symbol = SymbolGraph.Symbol
  private typealias Pending = CodeOracle.Pending

  private let graph: SymbolGraph
  private let bodies: FunctionBodies
  private let oracle = CodeOracle()

  init(_ graph: SymbolGraph, _ bodies: FunctionBodies) {
    (self.graph, self.bodies) = (graph, bodies)
  }

  /// - Parameters:
  ///   - files: the paths, as the user wrote them.
  ///   - refusals: the compiler's message on each piece of code that does not compile.
  func suggestions(
    in files: SubjectFiles, refusals: ([String]) throws(Failure) -> [String: String]
  ) throws(Failure) -> [Suggestion] {
    // What is inside a function can be made only by that function.
    let symbols = graph.symbols.filter { !$0.name.contains("(") }
    let own = try oracle.answer(asking: refusals) { () throws(Pending) in
      try oracle.all(symbols.filter { !graph.isPrivate($0) }, ownValues).flatMap(\.self)
    }
    return try oracle.answer(asking: refusals) { () throws(Pending) in
      try oracle.all(symbols.filter(graph.isOperation)) { symbol throws(Pending) in
        try suggestion(for: symbol, own, files)
      }
    }
  }

  private func suggestion(
    for symbol: Symbol, _ own: [OwnValue], _ files: SubjectFiles
  ) throws(Pending) -> Suggestion {
    let drafts = try drafts(for: symbol, own.filter(\.isWork).map(\.code))
    let attempts = try filled(drafts, own.filter { !$0.isWork }.map(\.code)).flatMap(Self.variants)
    let refusals = try oracle.refusals(of: attempts)
    let working = zip(attempts, refusals).filter { $1 == nil }.map(\.0)
    let expression = working.first { !$0.contains("<#") } ?? working.first ?? attempts.first
    let standing: Suggestion.Standing =
      if graph.isPrivate(symbol) {
        .isPrivate
      } else if let expression {
        expression.contains("<#")
          ? .hasGaps : working.isEmpty ? .refused((refusals.first ?? nil) ?? "") : .works
      } else {
        .needsSubclass(abstractMembers(of: symbol).map(\.title))
      }
    return Suggestion(
      name: symbol.name, superclass: graph.superclass(of: symbol) ?? "",
      file: files.path(ofURI: symbol.location?.uri ?? ""),
      line: (symbol.location?.position.line ?? 0) + 1,
      initialisers: graph.members(of: symbol).filter { $0.form == "init" && !$0.isPrivate }
        .map(\.title),
      expression: expression ?? "\(callee(symbol))()", standing: standing)
  }

  /// The code: with an error where no value was found for a result, as it is, for an initialiser that
  /// may fail, and for a class of the main actor. The compiler decides which of them is right.
  private static func variants(of code: String) -> [String] {
    let error = Candidates.error
    let failing = code.replacing(/done\((nil, )+nil\)/) { "done(\($0.output.1)\(error))" }
      .replacing(".success(<#value#>)", with: ".failure(\(error))")
      .replacing(
        "probe.result(of: <#value#>)", with: "{ done in probe.begin { done(.failure(\(error))) } }")
    return [failing, code, failing + "!", "MainActor.assumeIsolated { \(failing) }"]
  }
}

// Gaps, and what the compiler says of code with gaps.
extension SuggestionFinder {
  /// Whether each piece of code compiles, also on the main actor.
  private func fitting(_ codes: [String]) throws(Pending) -> [Bool] {
    try oracle.refusals(of: codes.map { "@MainActor func made() -> Any { \($0) }; return «»" })
      .map { $0 == nil }
  }

  /// Puts into each gap the first value that compiles there, which may have gaps itself.
  private func filled(_ drafts: [String], _ own: [String]) throws(Pending) -> [String] {
    try oracle.all(drafts) { draft throws(Pending) in
      var draft = draft
      while draft.contains("«") {
        let gaps = draft.matches(of: /«([^»]*)»/)
        let found = try oracle.all(gaps) { gap throws(Pending) -> String? in
          let values = Candidates.values(for: String(gap.output.1), own)
          let fits = try fitting(values.map { draft.replacing(gap.range, with: $0) })
          return zip(values, fits).first { $1 }?.0
        }
        for (gap, value) in zip(gaps, found).reversed() {
          let isAsked = gap.output.1.contains(":") && value.map(Candidates.asked.contains) == true
          draft.replaceSubrange(gap.range, with: (isAsked ? nil : value) ?? "<#\(gap.output.1)#>")
        }
      }
      return draft
    }
  }
}

// Calls.
extension SuggestionFinder {
  /// A call with a gap for each parameter.
  private struct Call {
    /// The code before the arguments, such as `Upload`. An assignment ends with `= `.
    let callee: String
    let parameters: [(label: String, name: String, type: String)]

    /// The call without some arguments, with others in place of their gaps.
    func code(without omitted: Set<Int> = [], _ given: [Int: String] = [:]) -> String {
      if callee.hasSuffix("= ") { return callee + (given[0] ?? "«»") }
      let list = parameters.indices.filter { !omitted.contains($0) }.map { index in
        let (label, name, type) = parameters[index]
        return (label == "_" ? "" : "\(label): ")
          + (given[index] ?? "«\(label == "_" ? name : label): \(type)»")
      }
      return "\(callee)(\(list.joined(separator: ", ")))"
    }
  }

  private func call(_ callee: String, of symbol: Symbol) -> Call {
    let labels = symbol.title.drop { $0 != "(" }.dropFirst().split(separator: ":").map(String.init)
    return Call(
      callee: callee,
      parameters: zip(labels, symbol.functionSignature?.parameters ?? []).map { label, parameter in
        let text = parameter.declarationFragments.map(\.spelling).joined()
        let name = text.prefix { $0 != ":" }
        return (label, String(name), String(text.dropFirst(name.count + 2)))
      })
  }

  /// The type to call, with a type for each parameter that it has: its superclass, one of the files
  /// that conforms, or a number.
  private func callee(_ symbol: Symbol) -> String {
    let types = symbol.genericParameters.map { name in
      let constraints = symbol.swiftGenerics?.constraints?.filter { $0.lhs == name } ?? []
      return constraints.first { $0.kind == "superclass" }?.rhs
        ?? constraints.lazy
        .compactMap { graph.conforming(to: graph.symbol($0.rhsPrecise)?.id).first?.name }.first
        ?? "Int"
    }
    return types.isEmpty ? symbol.name : "\(symbol.name)<\(types.joined(separator: ", "))>"
  }

  /// A call of each initialiser, also of those that the class may inherit.
  private func calls(of symbol: Symbol, as callee: String) -> [Call] {
    graph.lineage(of: symbol).flatMap(graph.members)
      .filter { $0.form == "init" && !$0.isPrivate && $0.title != "init(coder:)" }
      .map { call(callee, of: $0) } + [Call(callee: callee, parameters: [])]
  }

  /// The shortest code for each call, and whether it does the probe's work.
  private func made(
    _ calls: [Call], workers: [(code: String, rank: Int)] = Candidates.work
  ) throws(Pending) -> [(code: String, isWork: Bool)] {
    let tests = calls.map { call in
      [call.code()]
        + call.parameters.indices.flatMap { index in
          [call.code(without: [index])] + workers.map { call.code([index: $0.code]) }
        }
    }
    var fits = try fitting(Array(tests.joined()))[...]
    let found = zip(calls, tests).compactMap {
      call, tests -> (code: String, isWork: Bool, count: Int)? in
      var results = fits.prefix(tests.count)
      fits = fits.dropFirst(tests.count)
      guard results.removeFirst() else { return nil }
      var omitted: Set<Int> = []
      var best: (rank: Int, index: Int, code: String)?
      for index in call.parameters.indices {
        let isOptional = results.removeFirst()
        if isOptional { omitted.insert(index) }
        let suitable = zip(workers, results.prefix(workers.count)).filter { $1 }
          .compactMap { worker, _ in rank(worker, call.parameters[index]).map { (worker.code, $0) }
          }
        results = results.dropFirst(workers.count)
        guard let (code, rank) = suitable.first else { continue }
        let whole = rank + (isOptional ? 0 : 100)
        if whole > best?.rank ?? -1 { best = (whole, index, code) }
      }
      if let best { omitted.remove(best.index) }
      let code = call.code(without: omitted, best.map { [$0.index: $0.code] } ?? [:])
      return (code, best != nil, call.parameters.count - omitted.count)
    }
    return found.sorted { $0.count < $1.count }.map { ($0.code, $0.isWork) }
  }

  /// How well a parameter suits work that fits there. `nil` if its name says that it is something else.
  private func rank(
    _ work: (code: String, rank: Int), _ parameter: (label: String, name: String, type: String)
  ) -> Int? {
    let label = parameter.label == "_" ? parameter.name : parameter.label
    let isOther =
      switch work.rank {
      case 3: false
      case 0: label.contains(/(?i)depend|after|parent|previous|upstream/)
      default:
        label.contains(
          /(?i)complet|callback|handler|finish|done|result|progress|^(on|did|will)(?-i:[A-Z])/)
          || work.code.contains("return ")
            && label.contains(
              /(?i)should|retry|while|until|^(is|has|can)|condition|check|poll|now|clock|date|delay|make/
            )
      }
    let isNamed = label.contains(/(?i)work|task|block|body|execut|perform|operation|load|fetch/)
    return isOther ? nil : 2 * work.rank + (isNamed ? 1 : 0)
  }
}

// Operations that one expression cannot make: `--make` takes statements, of which the last returns it.
extension SuggestionFinder {
  /// Code for a class, the best first.
  ///
  /// - Parameter own: values of the files' own types that do the work.
  private func drafts(for symbol: Symbol, _ own: [String]) throws(Pending) -> [String] {
    let callee = callee(symbol)
    let abstract = abstractMembers(of: symbol)
    if !abstract.isEmpty { return try subclass(of: symbol, overriding: abstract) }
    let codes = try made(
      calls(of: symbol, as: callee), workers: Candidates.work + own.map { ($0, 0) })
    let isBlock = graph.root(of: symbol) == "BlockOperation"
    let working =
      codes.filter(\.isWork).map(\.code) + (isBlock ? ["\(callee) { probe.run() }"] : [])
    let idle = codes.filter { !$0.isWork }.map(\.code)
    if !working.isEmpty { return working + idle }
    // The user must give all of it, for example if a type depends on an argument.
    if idle.isEmpty { return calls(of: symbol, as: callee).prefix(1).map { $0.code() } }
    let set = try settings(of: symbol, callee)
    let hooks = hooks(of: symbol).map { [$0] } + (leavesMain(symbol) ? [[]] : [])
    let hooked = try oracle.all(hooks) { hook throws(Pending) in
      try subclass(of: symbol, overriding: hook)
    }.flatMap(\.self)
    return idle.flatMap { code in
      set.map { "let operation = \(code); operation.\($0); return operation" }
    } + hooked + idle
  }

  /// The members of the class and of its superclasses, the nearest declaration of each name.
  private func members(of symbol: Symbol) -> [Symbol] {
    var seen: Set<String> = []
    return graph.lineage(of: symbol).flatMap(graph.members).filter {
      ["method", "property"].contains($0.form) && !$0.isPrivate && seen.insert($0.title).inserted
    }
  }

  /// Work that is set, or added, after the operation is made.
  private func settings(of symbol: Symbol, _ callee: String) throws(Pending) -> [String] {
    let start = "let operation: \(callee) = «»; operation."
    let calls = members(of: symbol).filter { !graph.isOverride($0) }.compactMap { member -> Call? in
      if member.form == "property" {
        return Call(callee: "\(start)\(member.title) = ", parameters: [("_", member.title, "")])
      }
      let isAdding = member.title.contains(/^(add|set|append|enqueue)/)
      return isAdding ? call(start + member.title.prefix { $0 != "(" }, of: member) : nil
    }
    return try made(calls).filter(\.isWork).map { String($0.code.dropFirst(start.count)) }
  }

  /// The methods and properties that trap unless a subclass overrides them.
  private func abstractMembers(of symbol: Symbol) -> [Symbol] {
    members(of: symbol).filter(bodies.endsProcess)
  }

  /// Methods that a base class leaves to its subclasses, though they need not be overridden.
  private func hooks(of symbol: Symbol) -> [Symbol] {
    members(of: symbol).filter { $0.form == "method" && bodies.isEmpty($0) && Self.isWork($0) }
  }

  /// Whether the class calls `main()` and has none.
  private func leavesMain(_ symbol: Symbol) -> Bool {
    !members(of: symbol).contains { $0.title == "main()" }
      && graph.lineage(of: symbol).flatMap(graph.members).contains(where: bodies.callsMain)
  }

  private static func isWork(_ method: Symbol) -> Bool {
    method.title.contains(/^(main|execute|run|perform|work|task|body|operate|start\w+)/)
  }

  /// Statements that may finish such an operation, for example `self.finish()` or
  /// `self.state = .finished`.
  private func endings(of symbol: Symbol) -> [String] {
    members(of: symbol).filter { !bodies.endsProcess($0) }.flatMap { member -> [String] in
      if member.form == "property" {
        return ["finished", "completed", "done", "ended"].map { "self.\(member.title) = .\($0)" }
      }
      let isEnd = member.title.contains(/^(?i)(mark(as)?)?(finish|complet|done|end|fulfil|succeed)/)
      guard isEnd, !graph.isOverride(member) else { return [] }
      let call = call("self.\(member.title.prefix { $0 != "(" })", of: member)
      return ["\(call.callee)()", Self.anyValues(call.code())]
    }
  }

  /// Statements with a subclass that overrides these, or `main()`, for each way to make one.
  private func subclass(
    of symbol: Symbol, overriding members: [Symbol]
  ) throws(Pending) -> [String] {
    let start = "class Checked: \(callee(symbol)), @unchecked Sendable { var probe: Probe?; "
    let types = zip(
      symbol.genericParameters, callee(symbol).split { "<, >".contains($0) }.dropFirst())
    let methods = members.filter { $0.form == "method" }
    let worker = methods.first(where: Self.isWork) ?? methods.first
    let endings = endings(of: symbol)
    let heads: [(head: String, bodies: [String])] =
      members.isEmpty
      ? [("override func main()", endings.map { "probe?.begin { \($0) }" })]
      : members.map { member in
        let (head, bodies) = implementation(
          of: member, work: member.id == worker?.id ? "probe?" : nil, endings: endings)
        return ("override " + types.reduce(head) { $0.replacing($1.0, with: $1.1) }, bodies)
      }
    guard let written = try written(heads, in: start) else { return [] }
    let declaration = "\(start)\(written) }"
    let calls = calls(of: symbol, as: "Checked").map { call in
      Call(callee: "\(declaration); let operation = Checked", parameters: call.parameters)
    }
    return try made(calls, workers: []).map {
      "\($0.code); operation.probe = probe; return operation"
    }
  }

  /// A declaration of a method or a property, and the bodies that it may have.
  ///
  /// - Parameter work: the name of the work, if the member does any.
  private func implementation(
    of member: Symbol, work: String?, endings: [String] = []
  ) -> (head: String, bodies: [String]) {
    let text = member.fragments.map(\.spelling).joined().replacing("override ", with: "")
    let result = member.functionSignature?.returns?.map(\.spelling).joined()
    let returns = result != "()" && result != "Void"
    let parameters = (member.functionSignature?.parameters ?? [])
      .map { String($0.declarationFragments.first?.spelling ?? "_") }
    let steps =
      work.map {
        Candidates.bodies(
          work: $0, parameters: parameters, endings: member.has("async") ? [] : endings)
      } ?? (returns ? [""] : [""] + parameters.reversed().flatMap(Candidates.completions))
    let bodies = returns ? steps.map { $0.isEmpty ? "«value»" : "\($0); return «value»" } : steps
    return (
      text.prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces),
      member.isSettable ? bodies.map { "get { \($0) } set {}" } : bodies
    )
  }

  /// The declarations, each with the first body that compiles in the class that begins so. `nil` if one
  /// has none.
  private func written(
    _ members: [(head: String, bodies: [String])], in start: String
  ) throws(Pending) -> String? {
    let codes = try oracle.all(members) { member throws(Pending) -> String? in
      let codes = member.bodies.map { "\(member.head) { \($0) }" }
      return zip(codes, try fitting(codes.map { "\(start)\($0) }; return «»" })).first { $1 }?.0
    }
    return codes.contains(nil) ? nil : codes.compactMap(\.self).joined(separator: "; ")
  }

  /// A value of one of the files' own types.
  private struct OwnValue {
    let code: String
    let isWork: Bool
  }

  /// Values of a type that can be made, with gaps.
  private func ownValues(of symbol: Symbol) throws(Pending) -> [OwnValue] {
    // What failed is no value to try with.
    guard !graph.conforming(to: "s:s5ErrorP").contains(where: { $0.id == symbol.id }) else {
      return []
    }
    let members = graph.members(of: symbol).filter { !$0.isPrivate }
    switch symbol.form {
    case "enum":
      return members.filter { $0.form == "enum.case" }.map { item in
        let labels = item.title.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":")
        let list = labels.map { $0 == "_" ? "«value»" : "\($0): «\($0)»" }.joined(separator: ", ")
        let name = String(item.name.prefix { $0 != "(" })
        return OwnValue(code: labels.isEmpty ? name : "\(name)(\(list))", isWork: false)
      }
    case "struct", "class", "actor":
      let shared = members.filter { $0.form == "type.property" && $0.title == "shared" }
        .map { OwnValue(code: $0.name, isWork: false) }
      return try shared
        + made(calls(of: symbol, as: callee(symbol))).map { code, isWork in
          OwnValue(code: Self.anyValues(code), isWork: isWork && symbol.form == "struct")
        }
    case "protocol":
      return try oracle.all([false, true]) { isWork throws(Pending) in
        try stub(of: symbol, isWork: isWork).map { OwnValue(code: $0, isWork: isWork) }
      }.compactMap(\.self)
    default: return []
    }
  }

  /// The code without types in its gaps: there, any value will do.
  private static func anyValues(_ code: String) -> String {
    code.replacing(/«(\w+): [^»]*»/) { "«\($0.output.1)»" }
  }

  /// An instance of a class, declared on the spot, for a protocol to which no type of the files
  /// conforms. `nil` if it has other requirements than methods and properties.
  private func stub(of symbol: Symbol, isWork: Bool) throws(Pending) -> String? {
    let members = graph.members(of: symbol)
    let methods = members.filter { $0.form == "method" }
    guard !methods.isEmpty, members.allSatisfy({ ["method", "property"].contains($0.form) }),
      graph.conforming(to: symbol.id).isEmpty
    else { return nil }
    // One with a completion, or else one that is async.
    let worker =
      methods.first { $0.fragments.contains { $0.spelling.contains(") -> Void)") } }
      ?? methods.first { $0.has("async") } ?? methods.first
    let heads = members.map { member in
      implementation(of: member, work: isWork && member.id == worker?.id ? "probe" : nil)
    }
    guard let written = try written(heads, in: "class Stub: NSObject { let probe: Probe = «»; ")
    else { return nil }
    let name = "Stub" + symbol.pathComponents.joined()
    let probe = isWork ? "let probe: Probe; init(_ probe: Probe) { self.probe = probe }; " : ""
    return "{ final class \(name): NSObject, \(symbol.name), @unchecked Sendable "
      + "{ \(probe)\(written) }; return \(name)(\(isWork ? "probe" : "")) }()"
  }
}

extension SymbolGraph.Symbol {
  /// Whether others may set this property.
  fileprivate var isSettable: Bool {
    form == "property"
      && fragments.contains { $0.spelling.contains("set") && $0.kind != "identifier" }
  }
}

extension String {
  fileprivate func replacing(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
