/// Writes code for the parameters of initialisers: the probe's work, plain values, and gaps.
struct ArgumentCode {
  /// Code that hands over the probe's work.
  struct Work {
    let code: String
    /// Higher for a type that more surely takes the work of an operation.
    let rank: Int
  }

  private let graph: SymbolGraph
  /// Values of the files' own types, by the identifiers of those.
  private var own: [String: String] = [:]

  init(_ graph: SymbolGraph) {
    self.graph = graph
    // An operation that is in no queue never finishes. Do not wait for one.
    let types = graph.symbols.filter { !graph.isPrivate($0) && !graph.isOperation($0) }
    // A value may contain one of another type.
    for _ in 1...3 {
      for type in types where own[type.id] == nil { own[type.id] = ownValue(of: type) }
    }
  }

  /// The work for a parameter. `nil` if it takes none.
  func work(for parameter: SymbolGraph.Parameter) -> Work? {
    // What is called when the work ends, or must end before, may have the same type as the work.
    let isHandler = parameter.name.contains(
      /(?i)complet|callback|handler|finish|done|result|progress|depend|^(on|did|will)(?-i:[A-Z])/)
    guard !isHandler, let work = work(for: parameter.type) else { return nil }
    return Work(code: work.code, rank: work.rank + (parameter.hasDefault ? 0 : 10))
  }

  /// The value of a parameter that takes no work.
  func value(for parameter: SymbolGraph.Parameter) -> String {
    switch parameter.type {
    case .optional: "nil"
    // An empty one may hide a mistake.
    case .list, .named("String", _, _), .named("Data", _, _): parameter.gap
    // A short time may end a trial, and what is always true may repeat forever.
    case _ where parameter.name.contains(/(?i)timeout|deadline|while/): parameter.gap
    default: value(of: parameter.type) ?? parameter.gap
    }
  }

  private func work(for type: ParameterType) -> Work? {
    switch type {
    case .function(let function): work(for: function)
    case .optional(let wrapped): work(for: wrapped)
    case .list(.named("Operation", _, _)): Work(code: "[BlockOperation { probe.run() }]", rank: 0)
    case .list(let element): work(for: element).map { Work(code: "[\($0.code)]", rank: $0.rank) }
    default: nil
    }
  }

  private func work(for function: ParameterType.Function) -> Work? {
    let code = probeFunction(for: function) ?? closure(function, doesWork: true)
    if function.completion != nil { return Work(code: code, rank: 3) }
    if function.isAsync { return Work(code: code, rank: 2) }
    if function.canThrow || !function.hasResult { return Work(code: code, rank: 1) }
    // A function that says whether, when or how long does no work.
    let answers = ["Bool", "Double", "TimeInterval", "Duration", "Date"]
    if case .named(let name, _, _) = function.result, answers.contains(name) { return nil }
    return Work(code: code, rank: 0)
  }

  /// The probe's own function, if the parameter is a function that takes a completion and no more.
  private func probeFunction(for function: ParameterType.Function) -> String? {
    guard function.parameters.count == 1, !function.hasResult,
      let completion = function.completion?.function, completion.parameters.count < 2
    else { return nil }
    switch completion.parameters.first {
    case nil: return "probe.begin"
    case .named("Result", _, let arguments):
      guard let success = arguments.first else { return nil }
      if case .void = success { return "probe.result" }
      return "probe.result(of: \(value(of: success) ?? "<#value#>"))"
    default: return nil
    }
  }

  /// A closure of one of three shapes: it calls a completion, it is `async`, or it returns.
  private func closure(_ function: ParameterType.Function, doesWork: Bool) -> String {
    var parts: [String] = []
    if let completion = function.completion?.function {
      let values = completion.parameters.map { value(of: $0) ?? "<#value#>" }
      let call = "done(\(values.joined(separator: ", ")))"
      parts.append(doesWork ? "probe.begin { \(call) }" : call)
    } else if doesWork {
      let attempt = function.canThrow ? "try" : "try?"
      parts.append(function.isAsync ? "\(attempt) await probe.work()" : "probe.run()")
    }
    if function.hasResult {
      let result = function.asksAboutError ? "false" : value(of: function.result) ?? "<#value#>"
      parts.append(parts.isEmpty ? result : "return \(result)")
    }
    let names = function.parameters.indices.map { $0 == function.completion?.index ? "done" : "_" }
    let head = names.isEmpty ? "{ " : "{ \(names.joined(separator: ", ")) in "
    return head + parts.joined(separator: "; ") + (parts.isEmpty ? "}" : " }")
  }

  /// A plain value. `nil` if there is none.
  private func value(of type: ParameterType) -> String? {
    switch type {
    case .function(let function):
      let code = closure(function, doesWork: false)
      return code.contains("<#") ? nil : code
    // Where there may be a value or an error, give the value.
    case .optional(.named("Error", _, _)): return "nil"
    case .optional(let wrapped): return value(of: wrapped)
    case .list: return "[]"
    case .void: return "()"
    case .named("Result", _, let arguments):
      return arguments.first.flatMap(value).map { ".success(\($0))" }
    case .named(let name, let id, _):
      // Such an identifier is that of a generic parameter.
      return id?.hasSuffix("mfp") == true ? "1" : Self.plain[name] ?? id.flatMap { own[$0] }
    }
  }

  private func ownValue(of symbol: SymbolGraph.Symbol) -> String? {
    let members = graph.members(of: symbol).filter { !$0.isPrivate }
    if symbol.form == "enum" {
      return members.first { $0.form == "enum.case" && !$0.title.contains("(") }?.name
    }
    return members.filter { $0.form == "init" }.lazy.compactMap { initialiser in
      let needed = graph.parameters(of: initialiser).filter { !$0.hasDefault }
      let arguments = needed.compactMap { parameter in
        value(of: parameter.type).map(parameter.argument)
      }
      return arguments.count == needed.count
        ? "\(symbol.name)(\(arguments.joined(separator: ", ")))" : nil
    }.first
  }

  /// Values of standard types. None needs a network, and nothing waits for long.
  private static let plain = {
    let url = "URL(fileURLWithPath: \"/tmp/lab-check\")"
    return [
      "Bool": "true", "Int": "1", "Double": "0.01", "Float": "0.01", "TimeInterval": "0.01",
      "String": "\"\"", "Data": "Data()", "Date": "Date()", "UUID": "UUID()",
      "Dictionary": "[:]", "URL": url, "URLRequest": "URLRequest(url: \(url))",
      "URLResponse":
        "URLResponse(url: \(url), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)",
      "URLSession": "URLSession.shared", "FileManager": "FileManager.default",
      "UserDefaults": "UserDefaults.standard", "NotificationCenter": "NotificationCenter.default",
      "OperationQueue": "OperationQueue()", "DispatchQueue": "DispatchQueue(label: \"lab\")",
      "Duration": "Duration.milliseconds(10)",
      "DispatchTimeInterval": "DispatchTimeInterval.milliseconds(10)",
      "TaskPriority": "TaskPriority.medium", "QualityOfService": "QualityOfService.default",
      "QueuePriority": "Operation.QueuePriority.normal", "Error": "CocoaError(.featureUnsupported)",
    ]
  }()
}
