import LabShared
import OperationTesting

/// Writes a value for a parameter, a property or a result: one that does the probe's work, a plain one
/// for a standard type, or a gap such as `<#name: String#>`.
struct ArgumentWriter {
  typealias Symbol = SymbolGraph.Symbol

  let graph: SymbolGraph

  /// How well a value of that type can do the probe's work. Higher is better, and `nil` means not at
  /// all. Only one value does the work, because an operation with two would seem to work twice.
  func fitness(_ type: SubjectType, label: String) -> Int? {
    if let function = type.function {
      let extra = label.contains(/(?i)work|task|block|body|execut|perform|operation|load|fetch/) ? 1 : 0
      if function.completion != nil { return 8 + extra }
      if Self.isHandler(label) || !function.result.isVoid && Self.isQuestion(label) { return nil }
      if function.isAsync { return 6 + extra }
      return makesOperations(function.result) ? 2 : 4 + extra
    }
    switch type {
    case .optional(let type), .array(let type), .dictionary(_, let type):
      return fitness(type, label: label)
    case .tuple(let elements):
      return elements.compactMap { fitness($0.type, label: $0.label ?? label) }.max()
    case .named(_, _, let id):
      let isDependency = label.contains(/(?i)depend|after|parent|previous|upstream/)
      return !isDependency && (makesOperations(type) || makesOfWork(id)) ? 0 : nil
    case .function: return nil
    }
  }

  /// Called at the end or on the way, not to do the work.
  private static func isHandler(_ label: String) -> Bool {
    label.contains(/(?i)complet|callback|handler|finish|done|result|progress|^(on|did|will)(?-i:[A-Z])/)
  }

  /// A function of that name returns a value, as `clock` and `shouldRetry` do.
  private static func isQuestion(_ label: String) -> Bool {
    label.contains(/(?i)should|retry|while|until|^(is|has|can)|condition|check|poll|now|clock|date|delay|make/)
  }

  /// The value. With `isWork` it does the probe's work.
  func value(_ type: SubjectType, label: String, isWork: Bool = false, depth: Int = 0) -> String {
    if let function = type.function, isWork || !type.isOptional {
      return closure(function, label: label, isWork: isWork, depth: depth)
    }
    switch type {
    case .function: return "nil"
    case .optional(let inner):
      return isWork ? value(inner, label: label, isWork: true, depth: depth) : "nil"
    case .array(let inner):
      if isWork { return "[\(value(inner, label: label, isWork: true, depth: depth))]" }
      return depth == 0 && !makesOperations(inner) ? "<#\(label): \(type.text)#>" : "[]"
    case .dictionary(let key, let inner):
      guard isWork else { return "[:]" }
      let element = value(inner, label: label, isWork: true, depth: depth)
      return "[\(value(key, label: "", depth: 1)): \(element)]"
    case .tuple(let elements):
      let parameters = elements.map {
        Parameter(label: $0.label, name: label, type: $0.type, isOptional: false)
      }
      return "(\(arguments(parameters, givesWork: isWork, depth: depth).list))"
    case .named(let name, let arguments, let id):
      if isWork {
        let symbol = makesOperations(type) ? nil : graph.symbol(id)
        return symbol.flatMap { declared($0, isWork: true, depth: depth) }
          ?? "BlockOperation { probe.run() }"
      }
      if name == "Result", arguments.count == 2 {
        let success = value(arguments[0], label: "", depth: depth + 1)
        return success.contains("<#")
          ? ".failure(\(value(arguments[1], label: "", depth: depth + 1)))" : ".success(\(success))"
      }
      if name.hasSuffix(".Type") { return name.dropLast(".Type".count) + ".self" }
      return Self.known(name, label: label, depth: depth)
        ?? graph.symbol(id).flatMap { declared($0, isWork: false, depth: depth) }
        ?? "<#\(label.isEmpty ? "" : "\(label): ")\(type.text)#>"
    }
  }

  /// A value of a standard type. No transfer needs a network, and nothing waits for long.
  private static func known(_ name: String, label: String, depth: Int) -> String? {
    switch name {
    case "String", "Data":
      // The operation's behaviour may depend on it.
      return depth == 0 ? "<#\(label): \(name)#>" : name == "Data" ? "Data()" : "\"\""
    case "Double", "Float", "TimeInterval", "Duration":
      let time = label.contains(/(?i)timeout|deadline|limit|max|expir/) ? "60" : "0.01"
      return name == "Duration" ? ".seconds(\(time))" : time
    case "Bool": return label.contains(/(?i)should|retry|while/) ? "false" : "true"
    case "URL":
      return label.contains(/(?i)file|path|dest|output|folder|directory|save|cache|^to$/)
        ? "FileManager.default.temporaryDirectory.appendingPathComponent(\"lab-check\")" : address
    case let name where name.contains(/^U?Int\d*$/): return "1"
    default: return plain[name]
    }
  }

  /// A transfer from it ends at once.
  private static let address = "URL(string: \"data:,lab\")!"
  private static let error = "CocoaError(.featureUnsupported)"

  private static let plain = [
    "Void": "()", "Error": error, "Date": "Date()", "UUID": "UUID()", "Any": "0", "Set": "[]",
    "URLRequest": "URLRequest(url: \(address))", "URLSession": ".shared",
    "URLSessionConfiguration": ".ephemeral", "FileManager": ".default", "UserDefaults": ".standard",
    "URLResponse":
      "URLResponse(url: \(address), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)",
    "OperationQueue": "OperationQueue()", "Operation": "Operation()", "TaskPriority": ".medium",
    "BlockOperation": "BlockOperation()", "DispatchQueue": "DispatchQueue(label: \"lab\")",
    "DispatchQoS": ".default", "QualityOfService": ".default", "Operation.QueuePriority": ".normal",
    "NotificationCenter": ".default", "Bundle": ".main", "DispatchTimeInterval": ".milliseconds(10)",
    "Progress": "Progress()", "JSONDecoder": "JSONDecoder()", "JSONEncoder": "JSONEncoder()",
    "NSLock": "NSLock()", "NSObject": "NSObject()", "AnyObject": "NSObject()",
    "ContinuousClock": "ContinuousClock()", "Sendable": "0", "Hashable": "0",
  ]
}

// Functions, in the three shapes of work: with a completion, async, and one that returns.
extension ArgumentWriter {
  private func closure(
    _ function: SubjectType.Function, label: String, isWork: Bool, depth: Int
  ) -> String {
    if isWork, function.parameters.count == 1, function.result.isVoid, !function.isAsync,
      case .function(let completion) = function.parameters[0]
    {
      if completion.parameters.isEmpty { return "probe.begin" }
      if completion.parameters.count == 1, case .named("Result", let types, _) = completion.parameters[0],
        types.count == 2, types[1].text == "Error"
      {
        let success = value(types[0], label: "", depth: depth + 1)
        if success == "()" { return "probe.result" }
        if !success.contains("<#") { return "probe.result(of: \(success))" }
      }
    }
    let names = function.parameters.indices.map { $0 == function.completion ? "done" : "_" }
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
  ///   - ending: the call to make when the work ends, unless a completion or the return says so.
  private func body(
    of function: SubjectType.Function, names: [String], label: String, work: String?,
    ending: String? = nil, depth: Int = 0
  ) -> String {
    let makesOperations = makesOperations(function.result)
    let completion = function.completion.flatMap { index in
      function.parameters[index].function.map {
        names[index] + (function.parameters[index].isOptional ? "?" : "")
          + "(\(results($0.parameters)))"
      }
    }
    var statements: [String] = []
    if let work, !makesOperations {
      if let end = completion ?? (function.isAsync ? nil : ending) {
        statements.append("\(work).begin { \(end) }")
      } else if function.isAsync {
        let value = work.hasSuffix("?") ? "_ = " : ""
        statements.append("\(value)\(function.canThrow ? "try" : "try?") await \(work).work()")
      } else {
        statements.append("\(work).run()")
      }
    } else if let completion {
      statements.append(completion)
    }
    if !function.result.isVoid {
      let value = value(
        function.result, label: label, isWork: makesOperations && work != nil, depth: depth + 1)
      statements.append(statements.isEmpty ? value : "return \(value)")
    }
    return statements.joined(separator: "; ")
  }

  /// The arguments of a completion: success if a value shows it, or else an error.
  func results(_ types: [SubjectType]) -> String {
    func isError(_ type: SubjectType) -> Bool { type.text == "Error?" }
    let written = types.map { type in
      guard case .optional(let inner) = type, inner.function == nil, !isError(type) else {
        return value(type, label: "", depth: 1)
      }
      let text = value(inner, label: "", depth: 1)
      return text.contains("<#") ? "nil" : text
    }
    let hasFailed = types.count > 1 && written.allSatisfy { $0 == "nil" }
    return zip(types, written).map { hasFailed && isError($0) ? Self.error : $1 }
      .joined(separator: ", ")
  }

  /// The declaration of a method or a property in a class that overrides or implements it.
  ///
  /// - Parameters:
  ///   - work: the name of the work, if the member does any.
  ///   - ending: the call to make when the work ends, unless a completion reports it.
  func implementation(
    of member: Symbol, bindings: [String: SubjectType], work: String?, ending: String? = nil
  ) -> String {
    if member.form == "property" {
      let type = type(of: member, bindings)
      let value = value(type, label: member.title, depth: 1)
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
      return "\(parameter.label ?? "_") \(name): \(escapes ? "@escaping " : "")\(parameter.type.text)"
    }
    let body = body(
      of: function, names: names, label: "", work: work, ending: work == nil ? nil : ending)
    let effects = (function.isAsync ? " async" : "") + (function.canThrow ? " throws" : "")
    let arrow = function.result.isVoid ? "" : " -> \(function.result.text)"
    return "func \(member.title.prefix { $0 != "(" })(\(list.joined(separator: ", ")))"
      + "\(effects)\(arrow) { \(body) }"
  }
}

// Calls.
extension ArgumentWriter {
  /// A parameter of an initialiser or a method.
  struct Parameter {
    /// `nil` if it has no label.
    let label: String?
    let name: String
    let type: SubjectType
    /// Whether it may be left out.
    let isOptional: Bool
    var isVariadic = false
  }

  /// The arguments with their labels. The most suitable one does the work.
  func arguments(
    _ parameters: [Parameter], givesWork: Bool, depth: Int = 0
  ) -> (list: String, isWork: Bool) {
    // A required argument comes before an optional one.
    let scores = parameters.map { parameter in
      givesWork
        ? fitness(parameter.type, label: parameter.label ?? parameter.name)
          .map { $0 + (parameter.isOptional ? 0 : 10) } : nil
    }
    let worker = scores.compactMap { $0 }.max().flatMap { best in scores.firstIndex { $0 == best } }
    let list = parameters.indices.compactMap { index -> String? in
      let parameter = parameters[index]
      guard index == worker || !parameter.isOptional else { return nil }
      let text = value(
        parameter.type, label: parameter.label ?? parameter.name, isWork: index == worker,
        depth: depth)
      return (parameter.label.map { "\($0): " } ?? "") + text
    }
    return (list.joined(separator: ", "), worker != nil)
  }

  /// The parameters of an initialiser or a method.
  func parameters(of symbol: Symbol, bindings: [String: SubjectType]) -> [Parameter] {
    let bindings = bindings.merging(generics(of: symbol)) { $1 }
    let labels = symbol.title.drop { $0 != "(" }.dropFirst().split(separator: ":").map(String.init)
    let defaults = Self.defaults(symbol.fragments.map(\.spelling).joined())
    return (symbol.functionSignature?.parameters ?? []).enumerated().map { index, parameter in
      let fragments = parameter.declarationFragments
      var reader = TypeReader(fragments, after: ":", graph, bindings: bindings)
      let label = labels.indices.contains(index) ? labels[index] : "_"
      return Parameter(
        label: label == "_" ? nil : label, name: fragments.first?.spelling ?? "_",
        type: reader.type(),
        isOptional: fragments.last?.spelling.hasSuffix("...") == true || defaults.contains(index))
    }
  }

  /// The places of the parameters that have a default. A type never contains `=`.
  private static func defaults(_ declaration: String) -> Set<Int> {
    var (found, index, depth) = (Set<Int>(), 0, 0)
    for sign in declaration.replacing("->", with: "").drop(while: { $0 != "(" }) {
      if "([<{".contains(sign) { depth += 1 }
      if ")]>}".contains(sign) { depth -= 1 }
      if sign == ",", depth == 1 { index += 1 }
      if sign == "=", depth == 1 { found.insert(index) }
    }
    return found
  }

  /// A type for each generic parameter: its superclass, one of the files that conforms, or a number.
  func generics(of symbol: Symbol) -> [String: SubjectType] {
    let pairs = symbol.genericParameters.map { name -> (String, SubjectType) in
      let constraints = symbol.swiftGenerics?.constraints?.filter { $0.lhs == name } ?? []
      if let base = constraints.first(where: { $0.kind == "superclass" }) {
        return (name, .named(base.rhs, id: base.rhsPrecise))
      }
      if let type = constraints.lazy.compactMap({ graph.conforming(to: graph.symbol($0.rhsPrecise)?.id).first }).first {
        return (name, .named(type.name, id: type.id))
      }
      let isList = constraints.contains { ["Sequence", "Collection"].contains($0.rhs) }
      return (name, isList ? .array(.named("Int")) : .named("Int"))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The types of the generic parameters of a class and its superclasses.
  func bindings(of symbol: Symbol) -> [String: SubjectType] {
    graph.lineage(of: symbol).reduce(into: [:]) { result, ancestor in
      result.merge(generics(of: ancestor)) { first, _ in first }
    }
  }

  func type(of property: Symbol, _ bindings: [String: SubjectType]) -> SubjectType {
    var reader = TypeReader(property.fragments, after: ":", graph, bindings: bindings)
    return reader.type()
  }

  /// A call of each accessible initialiser, the shortest first.
  func calls(
    of symbol: Symbol, as callee: String, givesWork: Bool, depth: Int = 0
  ) -> [(text: String, isWork: Bool)] {
    let bindings = bindings(of: symbol)
    let initialisers = initialisers(of: symbol)
    let calls = initialisers.filter { !$0.isPrivate && $0.title != "init(coder:)" }
      .map { initialiser in
        let parameters = parameters(of: initialiser, bindings: bindings)
        let (list, isWork) = arguments(parameters, givesWork: givesWork, depth: depth)
        return ("\(callee)(\(list))" + (initialiser.canFail ? "!" : ""), isWork)
      }
      .sorted { $0.0.count < $1.0.count }
    // If it declares no designated one, it inherits that of a class from another module.
    let inherits = symbol.form == "class" && initialisers.allSatisfy { $0.has("convenience") }
    guard inherits else { return calls }
    let isBlock = givesWork && graph.root(of: symbol) == "BlockOperation"
    return (isBlock ? [("\(callee) { probe.run() }", true)] : []) + calls + [("\(callee)()", false)]
  }

  /// Its own initialisers, and the inherited ones if it declares no designated one.
  private func initialisers(of symbol: Symbol) -> [Symbol] {
    var found: [Symbol] = []
    for ancestor in graph.lineage(of: symbol) {
      let own = graph.members(of: ancestor).filter { $0.form == "init" }
      found += own
      if own.contains(where: { !$0.has("convenience") }) { break }
    }
    return found
  }
}

// Values of types that are declared in the files.
extension ArgumentWriter {
  private func makesOperations(_ type: SubjectType) -> Bool {
    switch type {
    case .optional(let type), .array(let type): makesOperations(type)
    case .named(let name, _, let id):
      ["Operation", "BlockOperation"].contains(name)
        || graph.symbol(id).map(graph.isOperation) == true
    default: false
    }
  }

  /// Whether a value of that type does work for its owner: a client, or a bundle of functions.
  private func makesOfWork(_ id: String?) -> Bool {
    guard let symbol = graph.symbol(id) else { return false }
    if symbol.form == "protocol" { return stub(of: symbol, isWork: true) != nil }
    return ["class", "struct"].contains(symbol.form)
      && initialisers(of: symbol).contains { initialiser in
        parameters(of: initialiser, bindings: generics(of: symbol)).contains {
          $0.type.function != nil && fitness($0.type, label: $0.label ?? $0.name) != nil
        }
      }
  }

  private func declared(_ symbol: Symbol, isWork: Bool, depth: Int) -> String? {
    guard depth < 4 else { return nil }
    switch symbol.form {
    case "enum":
      return graph.members(of: symbol).filter { $0.form == "enum.case" }.lazy.compactMap { item in
        guard item.title.contains("(") else { return item.name }
        var reader = TypeReader(item.fragments.drop { $0.kind != "identifier" }.dropFirst(), graph)
        let payload = value(reader.type(), label: "", depth: depth + 1)
        let list = payload.hasPrefix("(") ? payload : "(\(payload))"
        return list.contains("<#") ? nil : item.name.prefix { $0 != "(" } + list
      }.first
    case "protocol":
      return graph.conforming(to: symbol.id).lazy.filter { !graph.isPrivate($0) }
        .compactMap { declared($0, isWork: isWork, depth: depth + 1) }.first
        ?? stub(of: symbol, isWork: isWork)
    default:
      return calls(of: symbol, as: symbol.name, givesWork: isWork, depth: depth + 1)
        .first { $0.isWork == isWork && !$0.text.contains("<#") }?.text
        ?? graph.members(of: symbol).first { $0.form == "type.property" && $0.title == "shared" }?
        .name
    }
  }

  /// An instance of a class, declared on the spot, for a protocol to which no type of the files
  /// conforms. `nil` if it has other requirements than methods and properties.
  private func stub(of symbol: Symbol, isWork: Bool) -> String? {
    let members = graph.members(of: symbol)
    let methods = members.filter { $0.form == "method" }
    guard !methods.isEmpty, members.allSatisfy({ ["method", "property"].contains($0.form) }),
      graph.conforming(to: symbol.id).isEmpty
    else { return nil }
    let worker = methods.max { effort($0) < effort($1) }
    let written = members.map {
      implementation(of: $0, bindings: [:], work: isWork && $0.id == worker?.id ? "probe" : nil)
    }.joined(separator: "; ")
    let name = "Stub\(symbol.pathComponents.joined())"
    let probe = isWork ? "let probe: Probe; init(_ probe: Probe) { self.probe = probe }; " : ""
    return written.contains("<#")
      ? nil
      : "{ final class \(name): NSObject, \(symbol.name), @unchecked Sendable { \(probe)\(written) }; "
        + "return \(name)(\(isWork ? "probe" : "")) }()"
  }

  private func effort(_ method: Symbol) -> Int {
    parameters(of: method, bindings: [:]).contains { $0.type.function != nil }
      ? 2 : method.has("async") ? 1 : 0
  }
}
