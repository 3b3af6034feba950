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

  /// Stands behind a value that only fills a place: another one may break a rule that this one keeps.
  static let madeUp = "/*made up*/"

  /// The values of an expression that were made up, with the names of their parameters.
  static func madeUp(in expression: String) -> [String] {
    expression.components(separatedBy: " " + madeUp).dropLast().map { text in
      // Back to the comma or the bracket in front of the argument.
      var (depth, start) = (0, text.startIndex)
      for place in text.indices.reversed() {
        if ")]}".contains(text[place]) { depth += 1 }
        if "([{".contains(text[place]) { depth -= 1 }
        if depth < 0 || depth == 0 && text[place] == "," {
          start = text.index(after: place)
          break
        }
      }
      return text[start...].drop { $0 == " " }.description
    }
  }

  /// The value of a parameter that takes no work.
  func value(for parameter: SymbolGraph.Parameter) -> String {
    let value: String? =
      switch parameter.type {
      // An empty one may hide a mistake.
      case .named("String", _, _), .named("Data", _, _): nil
      // What is always true may repeat forever.
      case _ where parameter.name.contains(/(?i)while/): nil
      case .named(let name, _, _) where time(name, parameter.name) != nil,
        .optional(.named(let name, _, _)) where time(name, parameter.name) != nil:
        time(name, parameter.name)
      case .list(let element): several(element)
      case .optional(let wrapped): self.value(of: wrapped) ?? "nil"
      default: self.value(of: parameter.type)
      }
    guard let value else { return parameter.gap }
    if case .named(let name, let id, _) = parameter.type,
      graph.symbol(id).map({ value == instance(of: $0) }) ?? Self.shared.contains(name)
    {
      return value
    }
    return Driver.usesProbe(value) ? value : "\(value) \(Self.madeUp)"
  }

  /// A time of a type, long where it may end a trial and short where it is waited for. `nil` if it is none.
  private func time(_ type: String, _ name: String) -> String? {
    let mayEnd = name.contains(/(?i)timeout|deadline|seconds|watchdog|within|after|limit/)
    if !mayEnd, name.contains(/(?i)delay|interval|pause|wait|every|sleep|backoff/) { return nil }
    return switch type {
    case "TimeInterval": "60"
    case "Double" where mayEnd, "Float" where mayEnd: "60"
    case "Duration", "DispatchTimeInterval": "\(type).seconds(60)"
    default: nil
    }
  }

  /// Two values in a list. `nil` if there is none.
  private func several(_ element: ParameterType) -> String? {
    switch element {
    case .named("Int", _, _): "[1, 2]"
    case .named("String", _, _), .named("Data", _, _): nil
    default: value(of: element).map { "[\($0), \($0)]" }
    }
  }

  private func work(for type: ParameterType) -> Work? {
    switch type {
    case .function(let function): work(for: function)
    case .optional(let wrapped): work(for: wrapped)
    case .list(.named("Operation", _, _)):
      several(Work(code: "BlockOperation { probe.run() }", rank: 0))
    case .list(let element): work(for: element).map(several)
    default: nil
    }
  }

  /// Two pieces of work: what is right for one may be wrong for several.
  private func several(_ work: Work) -> Work {
    Work(code: "[\(work.code), \(work.code)]", rank: work.rank)
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
    var names = function.parameters.indices.map { $0 == function.completion?.index ? "done" : "_" }
    if let completion = function.completion?.function {
      let values = completion.parameters.map(answer)
      let call = "done(\(values.joined(separator: ", ")))"
      parts.append(doesWork ? "probe.begin { \(call) }" : call)
    } else if doesWork, let (place, end) = finisher(among: function.parameters) {
      names[place] = "operation"
      parts.append("probe.begin { operation.\(end) }")
    } else if doesWork {
      let attempt = function.canThrow ? "try" : "try?"
      parts.append(function.isAsync ? "\(attempt) await probe.work()" : "probe.run()")
    }
    if function.hasResult {
      let result = function.asksAboutError ? "false" : answer(function.result)
      parts.append(parts.isEmpty ? result : "return \(result)")
    }
    let head = names.isEmpty ? "{ " : "{ \(names.joined(separator: ", ")) in "
    return head + parts.joined(separator: "; ") + (parts.isEmpty ? "}" : " }")
  }

  /// The place of the operation that a closure is given, and its function that ends it.
  private func finisher(among parameters: [ParameterType]) -> (Int, String)? {
    for case (let place, .named(_, let id?, _)) in parameters.enumerated() {
      guard let symbol = graph.symbol(id), graph.isOperation(symbol) else { continue }
      let ends = graph.lineage(of: symbol).flatMap(graph.members).filter { !$0.isPrivate }.map(
        \.title)
      return ends.first { $0.contains(/^(finish|complete|done)\w*\(\)$/) }.map { (place, $0) }
    }
    return nil
  }

  /// What a closure answers. One of the files' own values is marked.
  private func answer(_ type: ParameterType) -> String {
    guard let value = value(of: type) else { return "<#value#>" }
    return own.values.contains(value) ? "\(value) \(Self.madeUp)" : value
  }

  /// What a type of the files' own has for all to share.
  private func instance(of symbol: SymbolGraph.Symbol) -> String? {
    graph.members(of: symbol).first { member in
      member.form == "type.property" && member.title.contains(/^(shared|default|standard)/)
        && member.fragments.last?.preciseIdentifier == symbol.id && !member.isPrivate
    }.map { "\(symbol.name).\($0.title)" }
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
    // `Value.Type`, of a generic parameter or of a type.
    case .named("Type", _, let arguments):
      guard case .named(let name, let id, _)? = arguments.first else { return nil }
      return (id.flatMap(graph.symbol) == nil && Self.plain[name] == nil ? "Int" : name) + ".self"
    case .list: return "[]"
    case .void: return "()"
    case .named("Result", _, let arguments):
      return arguments.first.flatMap(value).map { ".success(\($0))" }
    case .named(let name, let id, _):
      // Such an identifier is that of a generic parameter.
      if id.flatMap(graph.symbol) != nil { return id.flatMap { own[$0] } }
      return id?.hasSuffix("mfp") == true ? "1" : Self.plain[name]
    }
  }

  private func ownValue(of symbol: SymbolGraph.Symbol) -> String? {
    if let instance = instance(of: symbol) { return instance }
    let members = graph.members(of: symbol).filter { !$0.isPrivate }
    if symbol.form == "enum" {
      return members.first { $0.form == "enum.case" && !$0.title.contains("(") }?.name
    }
    return members.filter { $0.form == "init" }.lazy.compactMap { initialiser in
      let needed = graph.parameters(of: initialiser).filter { !$0.hasDefault }
      let arguments = needed.compactMap { parameter in
        // What is called with a completion is work, also of a part of the operation.
        let work = parameter.type.callsBack ? work(for: parameter)?.code : nil
        return (work ?? value(of: parameter.type)).map(parameter.argument)
      }
      return arguments.count == needed.count
        ? "\(symbol.name)(\(arguments.joined(separator: ", ")))" : nil
    }.first
  }

  /// Types of which an operation may use what all share, or one of its own.
  private static let shared: Set = [
    "URLSession", "FileManager", "UserDefaults", "NotificationCenter", "OperationQueue",
    "DispatchQueue",
    "QualityOfService", "QueuePriority", "TaskPriority",
  ]

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
