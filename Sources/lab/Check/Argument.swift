import LabShared
import OperationCourse
import OperationTesting

/// Writes the best value that can be guessed for a parameter, a property or a result.
struct ArgumentWriter {
  let graph: SymbolGraph

  /// How well a value of that type can do the probe's work. Higher is better, and `nil` means not
  /// at all.
  ///
  /// Only one value does the work, because an operation with two would seem to work twice.
  func fitness(_ type: SubjectType, label: String) -> Int? {
    if let function = type.function {
      let isNamed = Self.matches(label, /work|task|block|body|execut|perform|operation|load|fetch/)
      let extra = isNamed ? 5 : 0
      if function.parameters.contains(where: { $0.function != nil }) { return 30 + extra }
      if Self.isHandler(label) { return nil }
      if function.isAsync { return 20 + extra }
      if makesOperations(function.result) { return 6 }
      return !function.result.isVoid && Self.isQuestion(label) ? nil : 10 + extra
    }
    switch type {
    case .optional(let type): return fitness(type, label: label)
    case .array(let type), .variadic(let type): return fitness(type, label: label).map { $0 - 1 }
    case .dictionary(_, let type): return fitness(type, label: label).map { $0 - 1 }
    case .tuple(let elements):
      return elements.compactMap { fitness($0.type, label: $0.label ?? label) }.max()
    case .named(let name, _, let id):
      let doesWork =
        ["Operation", "BlockOperation"].contains(name) || makesOfWork(id) || canBeStub(id)
      return doesWork && !Self.isDependency(label) ? 5 : nil
    default: return nil
    }
  }

  /// The value, or `<#its type#>` if only the user can know it.
  ///
  /// - Parameter isWork: whether it does the probe's work.
  func value(_ type: SubjectType, label: String, isWork: Bool = false, depth: Int = 0) -> String {
    if isWork || !type.isOptional, let function = type.function {
      return closure(function, label: label, isWork: isWork, depth: depth)
    }
    switch type {
    case .optional(let inner):
      return isWork ? value(inner, label: label, isWork: true, depth: depth) : "nil"
    case .variadic(let inner):
      return isWork ? value(inner, label: label, isWork: true, depth: depth) : ""
    case .array(let inner):
      let element = value(inner, label: label, isWork: isWork, depth: depth)
      return "[\(isWork || isPlain(inner) && !element.contains("<#") ? element : "")]"
    case .dictionary(let key, let inner):
      guard isWork else { return "[:]" }
      let element = value(inner, label: label, isWork: true, depth: depth)
      return "[\(value(key, label: "", depth: depth)): \(element)]"
    case .tuple(let elements): return tuple(elements, label: label, isWork: isWork, depth: depth)
    case .function: return "nil"
    case .named(let name, let arguments, let id):
      if isWork { return worker(id, depth: depth) }
      if let known = Self.known(name, label: label) { return known }
      if name == "Result", arguments.count == 2 { return result(arguments, depth: depth) }
      if name.hasSuffix(".Type") { return name.dropLast(".Type".count) + ".self" }
      return graph.symbol(id).flatMap { declared($0, arguments, depth: depth) }
        ?? "<#\(type.text)#>"
    }
  }

  /// The arguments of a call with their labels. The most suitable one does the work.
  ///
  /// - Returns: `isWork` says whether one does.
  ///
  /// - Parameter asksForValues: whether to leave gaps where any value would be a placeholder.
  func arguments(
    _ parameters: [Parameter], givingWork: Bool, asksForValues: Bool = false, depth: Int = 0
  ) -> (list: [String], isWork: Bool) {
    // A required argument comes before an optional one.
    let scores = parameters.map { parameter in
      fitness(parameter.type, label: parameter.label ?? parameter.name)
        .map { $0 + (parameter.isOptional ? 0 : 100) }
    }
    let best = givingWork ? scores.compactMap { $0 }.max() : nil
    let worker = best.flatMap { best in scores.firstIndex { $0 == best } }
    let list = parameters.indices.compactMap { index -> String? in
      let parameter = parameters[index]
      guard index == worker || !parameter.isOptional else { return nil }
      let label = parameter.label ?? parameter.name
      let gap = asksForValues && index != worker ? gap(parameter.type, label: label) : nil
      let text =
        gap ?? value(parameter.type, label: label, isWork: index == worker, depth: depth)
      return (parameter.label.map { "\($0): " } ?? "") + text
    }
    return (list, worker != nil)
  }

  /// A gap for a value on which the operation's behaviour may depend, such as `<#command: String#>`.
  /// `nil` if a value that is made up does as well.
  private func gap(_ type: SubjectType, label: String) -> String? {
    switch type {
    case .array(let inner), .dictionary(_, let inner):
      guard isPlain(inner) else { return nil }
    case .named(let name, _, _):
      let known = Self.known(name, label: label)
      guard ["\"\"", "Data()", "[]"].contains(known) else { return nil }
    default: return nil
    }
    return "<#\(label): \(type.text)#>"
  }

  /// The expression with a made-up value in each gap, for the compiler.
  static func filled(_ expression: String) -> String {
    expression.replacing(/<#\w+: ([^#]*)#>/) { match in
      let type = String(match.output.1)
      if type.hasPrefix("["), type.contains(":") { return "[:]" }
      if type.hasPrefix("[") {
        return "[" + (known(String(type.dropFirst().dropLast()), label: "") ?? "") + "]"
      }
      return known(String(type.prefix { $0 != "<" }), label: "") ?? String(match.output.0)
    }
  }

  /// A parameter of an initialiser or a method.
  struct Parameter {
    /// `nil` if it has no label.
    let label: String?
    let name: String
    let type: SubjectType
    /// Whether it may be left out.
    let isOptional: Bool
  }

  /// The parameters of an initialiser or a method.
  func parameters(
    of symbol: SymbolGraph.Symbol, bindings: [String: SubjectType]
  ) -> [Parameter] {
    let bindings = bindings.merging(generics(of: symbol)) { $1 }
    let labels = symbol.title.drop { $0 != "(" }.dropFirst().split(separator: ":").map(String.init)
    let hasDefault = Self.defaults(symbol.fragments)
    return (symbol.functionSignature?.parameters ?? []).enumerated().map { index, parameter in
      var reader = TypeReader(parameter.declarationFragments, graph, bindings: bindings)
      reader.skip(past: ":")
      let type = reader.type()
      let label = labels.indices.contains(index) ? labels[index] : "_"
      let isVariadic = if case .variadic = type { true } else { false }
      return Parameter(
        label: label == "_" ? nil : label,
        name: parameter.declarationFragments.first?.spelling ?? "_", type: type,
        isOptional: isVariadic || hasDefault.indices.contains(index) && hasDefault[index])
    }
  }

  /// The parameters that have a default. A type never contains `=`.
  private static func defaults(_ fragments: [SymbolGraph.Symbol.Fragment]) -> [Bool] {
    var found: [Bool] = []
    var depth = 0
    for fragment in fragments {
      if depth == 1, fragment.kind == "externalParam" { found.append(false) }
      guard fragment.kind == "text" else { continue }
      // Parameters of functions have names, too, inside further parentheses.
      for character in fragment.spelling {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if character == "=", depth == 1, !found.isEmpty { found[found.count - 1] = true }
      }
    }
    return found
  }

  /// A type for each generic parameter: one of the files that conforms, or a number.
  func generics(of symbol: SymbolGraph.Symbol) -> [String: SubjectType] {
    let pairs = symbol.genericParameters.map { name in
      let constraints = symbol.swiftGenerics?.constraints?.filter { $0.lhs == name } ?? []
      let base = constraints.first { $0.kind == "superclass" }
      let isSequence = constraints.contains {
        ["Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection"]
          .contains($0.rhs)
      }
      let conforming = constraints.lazy
        .compactMap { graph.conforming(to: graph.symbol($0.rhsPrecise)?.id).first }.first
      let type =
        base.map { SubjectType.named($0.rhs, [], id: $0.rhsPrecise) }
        ?? conforming.map { .named($0.name, [], id: $0.id) }
        ?? (isSequence ? .array(.named("Int")) : .named("Int"))
      return (name, type)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

// Closures.
extension ArgumentWriter {
  /// A function of these parameters' values.
  private func closure(
    _ function: SubjectType.Function, label: String, isWork: Bool, depth: Int
  ) -> String {
    if isWork, function.parameters.count == 1, function.result.isVoid, !function.isAsync,
      let completion = function.parameters[0].function, !function.parameters[0].isOptional
    {
      if completion.parameters.isEmpty { return "probe.begin" }
      if completion.parameters.count == 1,
        case .named("Result", let types, _) = completion.parameters[0],
        types.count == 2, types[1].text == "Error"
      {
        let success = types[0].isVoid ? "()" : value(types[0], label: "", depth: depth)
        if success == "()" { return "probe.result" }
        if !success.contains("<#") { return "probe.result(of: \(success))" }
      }
    }
    let completion = function.completion
    let names = function.parameters.indices.map { $0 == completion ? "done" : "_" }
    let body = body(
      of: function, names: names, label: label, work: isWork ? "probe" : nil, depth: depth)
    let head = names.isEmpty ? "" : " \(names.joined(separator: ", ")) in"
    return body.isEmpty ? "{\(head) }" : "{\(head) \(body) }"
  }

  /// The statements of a function that does the work, or nothing.
  ///
  /// - Parameters:
  ///   - names: the names of its parameters.
  ///   - work: the name of the work, if the function does any.
  ///   - ending: the call to make when the work ends, besides a completion among the parameters.
  func body(
    of function: SubjectType.Function, names: [String], label: String, work: String?,
    ending: String? = nil, depth: Int = 0
  ) -> String {
    var statements: [String] = []
    let index = function.completion
    let completion = index.flatMap { index in
      function.parameters[index].function.map { completion in
        names[index] + (function.parameters[index].isOptional ? "?" : "")
          + "(\(values(completion.parameters, depth: depth)))"
      }
    }
    let end = [completion, ending].compactMap { $0 }.joined(separator: "; ")
    let makesOperations = makesOperations(function.result)
    switch (makesOperations ? nil : work, end.isEmpty) {
    case (let work?, false): statements.append("\(work).begin { \(end) }")
    case (let work?, true) where function.isAsync:
      let isOptional = work.hasSuffix("?")
      let attempt = function.canThrow ? "try await" : "try? await"
      statements.append("\(isOptional ? "_ = " : "")\(attempt) \(work).work()")
    case (let work?, true): statements.append("\(work).run()")
    case (nil, false): statements.append(end)
    case (nil, true): break
    }
    if !function.result.isVoid {
      let isWork = makesOperations && work != nil
      let value = value(function.result, label: label, isWork: isWork, depth: depth)
      statements.append(statements.isEmpty ? value : "return \(value)")
    }
    return statements.joined(separator: "; ")
  }

  /// The argument for a completion: success, if its type shows it.
  func values(_ types: [SubjectType], depth: Int) -> String {
    let errors = types.map { if case .optional(.named("Error", _, _)) = $0 { true } else { false } }
    let written = zip(types, errors).map { type, isError in
      guard !isError, case .optional(let inner) = type, inner.function == nil else {
        return value(type, label: "", depth: depth)
      }
      let text = value(inner, label: "", depth: depth)
      return text.contains("<#") ? "nil" : text
    }
    // Without any value it has failed.
    let hasFailed = types.count > 1 && written.allSatisfy { $0 == "nil" }
    return zip(written, errors).map { text, isError in
      hasFailed && isError ? Self.error : text
    }.joined(separator: ", ")
  }

  private static func isHandler(_ label: String) -> Bool {
    matches(label, /complet|callback|handler|finish|done|result|progress/)
      || label.contains(/^(on|did|will)[A-Z]/)
  }

  /// Whether a function of that name returns a value, as `clock` and `shouldRetry` do.
  private static func isQuestion(_ label: String) -> Bool {
    matches(
      label,
      /should|retry|while|until|^is|^has|^can|condition|predicate|check|poll|now|clock|date|delay|backoff|make|provid|factory|filter|validat/
    )
  }

  private static func isDependency(_ label: String) -> Bool {
    matches(label, /depend|after|parent|previous|upstream/)
  }

  private static func matches(_ label: String, _ pattern: Regex<Substring>) -> Bool {
    label.lowercased().contains(pattern)
  }
}

// Stubs: classes for those protocols of the files that have no conforming type.
extension ArgumentWriter {
  /// The expression, after a declaration of each stub that it makes.
  func withStubs(_ expression: String) -> String {
    let stubs = graph.symbols.filter {
      $0.form == "protocol" && expression.contains(name(ofStub: $0))
    }
    guard !stubs.isEmpty else { return expression }
    let isStatements = expression.contains("; return ")
    let declarations = stubs.map { stub in
      declaration(ofStub: stub, isWork: expression.contains(self.stub(of: stub, isWork: true)))
    }
    return declarations.map { $0 + "; " }.joined()
      + (isStatements ? "" : "return ") + expression
  }

  private func name(ofStub symbol: SymbolGraph.Symbol) -> String {
    "Stub\(symbol.pathComponents.joined())("
  }

  private func stub(of symbol: SymbolGraph.Symbol, isWork: Bool) -> String {
    name(ofStub: symbol) + (isWork ? "probe" : "nil") + ")"
  }

  /// Whether each requirement is a method or a property for which something can be written.
  private func canBeStub(_ id: String?) -> Bool {
    guard let symbol = graph.symbol(id), symbol.form == "protocol", graph.conforming(to: id).isEmpty
    else { return false }
    let members = graph.members(of: symbol)
    return members.contains { $0.form == "method" }
      && members.allSatisfy { ["method", "property"].contains($0.form) }
      && !declaration(ofStub: symbol, isWork: true).contains("<#")
  }

  private func declaration(ofStub symbol: SymbolGraph.Symbol, isWork: Bool) -> String {
    let members = graph.members(of: symbol)
    let methods = members.filter { $0.form == "method" }
    let worker =
      methods.first { method in
        parameters(of: method, bindings: [:]).contains { $0.type.function != nil }
      } ?? methods.first { $0.has("async") } ?? methods.first
    let written = members.map { member in
      implementation(
        of: member, bindings: [:], work: isWork && member.id == worker?.id ? "probe?" : nil)
    }
    return
      "class \(name(ofStub: symbol).dropLast()): NSObject, \(symbol.name), @unchecked Sendable "
      + "{ let probe: Probe?; init(_ probe: Probe?) { self.probe = probe }; "
      + written.joined(separator: "; ") + " }"
  }

  /// The declaration of a method or a property in a class that overrides or implements it.
  ///
  /// - Parameters:
  ///   - work: the name of the work, if the member does any.
  ///   - ending: the call to make when the work ends, unless a completion reports it.
  func implementation(
    of member: SymbolGraph.Symbol, bindings: [String: SubjectType], work: String?,
    ending: String? = nil
  ) -> String {
    if member.form == "property" {
      var reader = TypeReader(member.fragments, graph, bindings: bindings)
      reader.skip(past: ":")
      let type = reader.type()
      let value = value(type, label: member.title)
      let accessors = member.isSettable ? "get { \(value) } set {}" : value
      return "var \(member.title): \(type.text) { \(accessors) }"
    }
    let parameters = parameters(of: member, bindings: bindings)
    var result = TypeReader(member.functionSignature?.returns ?? [], graph, bindings: bindings)
    let function = SubjectType.Function(
      parameters: parameters.map(\.type), isAsync: member.has("async"),
      canThrow: member.has("throws"), result: result.type())
    let names = parameters.indices.map { "p\($0)" }
    let list = zip(parameters, names).map { parameter, name in
      let escapes = parameter.type.function != nil && !parameter.type.isOptional
      return
        "\(parameter.label ?? "_") \(name): \(escapes ? "@escaping " : "")\(parameter.type.text)"
    }
    let saysItself = function.completion != nil || function.isAsync
    let body = body(
      of: function, names: names, label: "", work: work,
      ending: saysItself || work == nil ? nil : ending)
    let effects = (function.isAsync ? " async" : "") + (function.canThrow ? " throws" : "")
    let arrow = function.result.isVoid ? "" : " -> \(function.result.text)"
    return "func \(member.title.prefix { $0 != "(" })(\(list.joined(separator: ", ")))"
      + "\(effects)\(arrow) { \(body) }"
  }
}

// Values.
extension ArgumentWriter {
  private func tuple(
    _ elements: [(label: String?, type: SubjectType)], label: String, isWork: Bool, depth: Int
  ) -> String {
    let parameters = elements.map {
      Parameter(label: $0.label, name: label, type: $0.type, isOptional: false)
    }
    let list = arguments(parameters, givingWork: isWork, depth: depth).list
    return "(\(list.joined(separator: ", ")))"
  }

  private func result(_ types: [SubjectType], depth: Int) -> String {
    let success = value(types[0], label: "", depth: depth)
    guard success.contains("<#") else { return ".success(\(success))" }
    let failure = value(types[1], label: "", depth: depth)
    return failure.contains("<#") ? ".success(\(success))" : ".failure(\(failure))"
  }

  /// Whether it is an operation, or several.
  private func makesOperations(_ type: SubjectType) -> Bool {
    switch type {
    case .optional(let type), .array(let type): makesOperations(type)
    case .named(let name, _, let id):
      ["Operation", "BlockOperation"].contains(name)
        || graph.symbol(id).map(graph.isOperation) == true
    default: false
    }
  }

  /// Whether an element of this type does no work itself, so that one in a loop is enough.
  private func isPlain(_ type: SubjectType) -> Bool {
    if case .named = type { !makesOperations(type) } else { false }
  }

  /// A value that works for its owner: a child of a group, a client, a bundle of functions.
  private func worker(_ id: String?, depth: Int) -> String {
    guard let symbol = graph.symbol(id) else { return "BlockOperation { probe.run() }" }
    if canBeStub(id) { return stub(of: symbol, isWork: true) }
    return call(of: symbol, givingWork: true, depth: depth + 1) ?? "BlockOperation { probe.run() }"
  }

  private func makesOfWork(_ id: String?) -> Bool {
    guard let symbol = graph.symbol(id), ["class", "struct"].contains(symbol.form) else {
      return false
    }
    return initialisers(of: symbol).contains { initialiser in
      parameters(of: initialiser, bindings: generics(of: symbol)).contains { parameter in
        parameter.type.function != nil
          && fitness(parameter.type, label: parameter.label ?? parameter.name) != nil
      }
    }
  }

  /// A value of a type that is declared in the files.
  private func declared(
    _ symbol: SymbolGraph.Symbol, _ arguments: [SubjectType], depth: Int
  ) -> String? {
    guard depth < 4 else { return nil }
    switch symbol.form {
    case "enum":
      let cases = graph.members(of: symbol).filter { $0.form == "enum.case" }
      if let plain = cases.first(where: { !$0.title.contains("(") }) { return plain.name }
      return cases.lazy.compactMap { payload($0, depth: depth + 1) }.first
    case "protocol":
      return graph.conforming(to: symbol.id).lazy.filter { !graph.isPrivate($0) }
        .compactMap { declared($0, [], depth: depth + 1) }.first
        ?? (canBeStub(symbol.id) ? stub(of: symbol, isWork: false) : nil)
    case "struct", "class", "actor":
      let types = arguments.isEmpty ? "" : "<\(arguments.map(\.text).joined(separator: ", "))>"
      return call(of: symbol, generics: types, givingWork: false, depth: depth + 1)
        ?? graph.members(of: symbol).first { $0.form == "type.property" && $0.title == "shared" }?
        .name
    default: return nil
    }
  }

  /// `.failed(0)`.
  private func payload(_ symbol: SymbolGraph.Symbol, depth: Int) -> String? {
    let shape = symbol.fragments.drop { $0.kind != "identifier" }.dropFirst()
    var reader = TypeReader(shape, graph)
    let name = symbol.name.prefix { $0 != "(" }
    let type = reader.type()
    let list =
      if case .tuple(let elements) = type {
        tuple(elements, label: "", isWork: false, depth: depth)
      } else {
        "(\(value(type, label: "", depth: depth)))"
      }
    return list.contains("<#") ? nil : name + list
  }

  /// The shortest call of an initialiser without gaps.
  private func call(
    of symbol: SymbolGraph.Symbol, generics: String = "", givingWork: Bool, depth: Int
  ) -> String? {
    guard depth < 4 else { return nil }
    let calls = initialisers(of: symbol)
      .map { initialiser in
        let list = arguments(
          parameters(of: initialiser, bindings: self.generics(of: symbol)), givingWork: givingWork,
          depth: depth)
        let suffix = initialiser.canFail ? "!" : ""
        return (
          "\(symbol.name)\(generics)(\(list.list.joined(separator: ", ")))\(suffix)",
          list.list.count,
          list.isWork
        )
      }
    let complete = calls.filter { !$0.0.contains("<#") && $0.2 == givingWork }
    if let best = complete.min(by: { $0.1 < $1.1 }) { return best.0 }
    // A class without an initialiser of its own may inherit one.
    let hasOwn = graph.members(of: symbol).contains { $0.form == "init" }
    let isBare = symbol.form == "class" && !hasOwn && calls.isEmpty && !givingWork
    return isBare ? "\(symbol.name)\(generics)()" : nil
  }

  /// The accessible initialisers: its own, or the inherited ones if it declares no designated one.
  func initialisers(of symbol: SymbolGraph.Symbol) -> [SymbolGraph.Symbol] {
    var found: [SymbolGraph.Symbol] = []
    for ancestor in graph.lineage(of: symbol) {
      let own = graph.members(of: ancestor).filter { $0.form == "init" }
      found += own.filter { !$0.isPrivate }
      if own.contains(where: { !$0.has("convenience") }) { break }
    }
    return found
  }

  private static let error = "CocoaError(.featureUnsupported)"

  /// No value of these waits for a network, and none waits for long.
  private static func known(_ name: String, label: String) -> String? {
    switch name {
    case "URL": return url(label)
    case "URLRequest": return "URLRequest(url: \(url("")))"
    case "String", "Substring", "NSString":
      return matches(label, /url|link|endpoint/) ? "\"\(answering)\"" : "\"\""
    case "Double", "Float", "CGFloat", "TimeInterval", "Duration", "DispatchTimeInterval":
      let isLimit = matches(label, /timeout|deadline|limit|max|expir/)
      if name == "Duration" || name == "DispatchTimeInterval" {
        return isLimit ? ".seconds(60)" : ".milliseconds(10)"
      }
      return isLimit ? "60" : "0.01"
    case "Bool": return matches(label, /should|retry|while/) ? "false" : "true"
    case "Void": return "()"
    default: return table[name]
    }
  }

  private static func url(_ label: String) -> String {
    if matches(label, /dest|target|output|save|cache|folder|directory|to$/) {
      return "FileManager.default.temporaryDirectory.appendingPathComponent(\"lab-check\")"
    }
    return matches(label, /file|path|source|input/)
      ? "URL(fileURLWithPath: \"/dev/null\")" : "URL(string: \"\(answering)\")!"
  }

  /// A transfer from it ends at once, without a network.
  private static let answering = "data:,lab"

  private static let table: [String: String] = {
    var table = [
      "Data": "Data()", "Date": "Date()", "UUID": "UUID()", "OperationQueue": "OperationQueue()",
      "URLSession": ".shared", "DispatchQueue": "DispatchQueue(label: \"lab\")",
      "DispatchTime": ".now()", "DispatchGroup": "DispatchGroup()",
      "DispatchSemaphore": "DispatchSemaphore(value: 1)", "DispatchQoS": ".default",
      "QualityOfService": ".default", "Operation.QueuePriority": ".normal",
      "TaskPriority": ".medium", "URLSessionConfiguration": ".ephemeral", "FileManager": ".default",
      "UserDefaults": ".standard", "NotificationCenter": ".default", "Bundle": ".main",
      "Notification.Name": "Notification.Name(\"lab\")", "NSLock": "NSLock()",
      "Progress": "Progress()", "JSONDecoder": "JSONDecoder()", "JSONEncoder": "JSONEncoder()",
      "Calendar": ".current", "Locale": ".current", "TimeZone": ".current",
      "ContinuousClock": "ContinuousClock()", "SuspendingClock": "SuspendingClock()",
      "Any": "0", "AnyObject": "NSObject()", "NSObject": "NSObject()", "AnyHashable": "0",
      "Error": error, "CancellationError": "CancellationError()", "NSError": "\(error) as NSError",
      "Operation": "Operation()", "BlockOperation": "BlockOperation()", "Set": "[]",
      "URLResponse":
        "URLResponse(url: URL(string: \"\(answering)\")!, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)",
      "HTTPURLResponse":
        "HTTPURLResponse(url: URL(string: \"\(answering)\")!, statusCode: 200, httpVersion: nil, headerFields: nil)!",
      "Character": "\"a\"", "Hashable": "0", "Sendable": "0", "Equatable": "0", "Decodable": "0",
      "Encodable": "0", "Codable": "0", "Comparable": "0", "IndexSet": "[]", "NSNumber": "0",
      "AnySequence": "AnySequence([])", "Sequence": "[]", "Collection": "[]",
      "DateInterval":
        "DateInterval()", "CharacterSet": "[]", "OSAllocatedUnfairLock": "OSAllocatedUnfairLock()",
    ]
    for name in [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ] {
      table[name] = "1"
    }
    return table
  }()
}

extension SymbolGraph.Symbol {
  /// Whether this initialiser may return `nil`.
  var canFail: Bool {
    let after = fragments.drop { $0.spelling != "init" }.dropFirst().first?.spelling ?? ""
    return after.hasPrefix("?") || after.hasPrefix("!")
  }
}
