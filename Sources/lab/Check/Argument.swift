import OperationTesting
import OperationCourse

/// The best value that can be guessed for a parameter.
struct Argument {
  let text: String
  /// Whether it hands the operation work of the probe's.
  let isWork: Bool

  init(_ parameter: ClassDeclaration.Parameter, _ names: Typealiases = Typealiases()) {
    let type = Self.plain(names.resolving(parameter.type))
    if type.first == "[", type.last == "]",
      let function = FunctionType(Self.plain(Array(type.dropFirst().dropLast())))
    {
      let one = Self.closure(function, named: parameter.label ?? "")
      (text, isWork) = ("[\(one.text)]", one.isWork)
    } else if let function = FunctionType(type) {
      (text, isWork) = Self.closure(function, named: parameter.label ?? "")
    } else {
      text = Self.value(type)
      isWork = false
    }
  }

  /// A completion handler is called by the operation when it is over; any other function is its
  /// work.
  private static func closure(
    _ function: FunctionType, named label: String
  ) -> (text: String, isWork: Bool) {
    let isHandler =
      label.lowercased().contains(/complet|callback|handler|finish|done|result|progress/)
      || label.contains(/^(on|did|will)[A-Z]/)
    let inner = function.parameters.map { FunctionType(plain($0)) }
    let isVoid = ["Void", "()"].contains(function.result.joined())
    let end = isVoid ? "" : "; return \(value(plain(function.result)))"
    if let place = inner.firstIndex(where: { $0 != nil }), let completion = inner[place] {
      if function.parameters.count == 1, completion.parameters.isEmpty, isVoid {
        return ("probe.begin", true)
      }
      if function.parameters.count == 1, isVoid, completion.parameters.count == 1,
        let success = success(of: plain(completion.parameters[0]))
      {
        return (success == "()" ? "probe.result" : "probe.result(of: \(success))", true)
      }
      let names = inner.indices.map { $0 == place ? "done" : "_" }.joined(separator: ", ")
      let values = completion.parameters.map { value(plain($0)) }.joined(separator: ", ")
      return ("{ \(names) in probe.begin { done(\(values)) }\(end) }", true)
    }
    let names = inner.map { _ in "_" }.joined(separator: ", ") + (inner.isEmpty ? "" : " in ")
    if isHandler { return ("{ \(names)\(isVoid ? "" : String(end.dropFirst(9)))}", false) }
    let effects = (function.effects.contains("async"), function.effects.contains("throws"))
    switch effects {
    case (true, true): return ("{ \(names)try await probe.work()\(end) }", true)
    case (true, false): return ("{ \(names)try? await probe.work()\(end) }", true)
    case (false, _): return ("{ \(names)probe.run()\(end) }", true)
    }
  }

  /// Without attributes and the parentheses around all of it; optional functions as functions.
  private static func plain(_ type: [String]) -> [String] {
    var type = type[...]
    while let first = type.first {
      if first == "@" {
        type = type.dropFirst(2)
      } else if ["sending", "inout", "borrowing", "consuming", "any", "some"].contains(first) {
        type = type.dropFirst()
      } else if type.last == "?", type.dropLast().last == ")", FunctionType.wraps(type.dropLast()) {
        type = type.dropLast().dropFirst().dropLast()
      } else if FunctionType.wraps(type), type.count > 2, !type.contains(",") {
        type = type.dropFirst().dropLast()
      } else {
        break
      }
    }
    return Array(type)
  }

  /// A value of the type of success, if this is a result that may be any error.
  private static func success(of type: [String]) -> String? {
    guard type.prefix(2) == ["Result", "<"], type.last == ">",
      let comma = type.lastIndex(of: ","),
      plain(Array(type[(comma + 1)...].dropLast())) == ["Error"]
    else { return nil }
    return value(plain(Array(type[2..<comma])))
  }

  private static func value(_ type: [String]) -> String {
    let name = type.joined()
    if name.hasSuffix("?") || name.hasPrefix("Optional<") { return "nil" }
    if name.hasPrefix("Result<"), let comma = name.firstIndex(of: ",") {
      return ".success(\(value([String(name[name.index(name.startIndex, offsetBy: 7)..<comma])])))"
    }
    if name.hasPrefix("[") { return name.contains(":") ? "[:]" : "[]" }
    return known[name] ?? "<#\(type.joined(separator: " ").replacing(" . ", with: "."))#>"
  }

  private static let known = [
    "String": "\"\"", "Int": "1", "Double": "1", "Float": "1", "CGFloat": "1", "TimeInterval": "1",
    "Bool": "true", "Data": "Data()", "Date": "Date()", "UUID": "UUID()", "Void": "()", "()": "()",
    "URL": "URL(fileURLWithPath: \"/dev/null\")", "OperationQueue": "OperationQueue()",
    "URLRequest": "URLRequest(url: URL(fileURLWithPath: \"/dev/null\"))",
    "URLSession": ".shared", "DispatchQueue": ".global()", "FileManager": ".default",
    "NotificationCenter": ".default", "Any": "0", "Error": "CocoaError(.featureUnsupported)",
  ]
}

/// The parts of a function type.
struct FunctionType {
  let parameters: [[String]]
  let result: [String]
  /// Such as `async` and `throws`.
  let effects: [String]

  /// `nil` if the type is no function type.
  init?(_ type: [String]) {
    guard type.first == "(", let end = Self.closing(type[...]), end + 1 < type.count else {
      return nil
    }
    effects = Array(type[(end + 1)...].prefix { ["async", "throws", "rethrows"].contains($0) })
    let rest = type[(end + 1)...].dropFirst(effects.count)
    guard rest.first == "->" else { return nil }
    result = Array(rest.dropFirst())
    var parameters: [[String]] = [[]]
    var depth = 0
    for word in type[1..<end] {
      if ["(", "[", "<"].contains(word) { depth += 1 }
      if [")", "]", ">"].contains(word) { depth -= 1 }
      if depth == 0, word == "," {
        parameters.append([])
      } else {
        parameters[parameters.count - 1].append(word)
      }
    }
    self.parameters = parameters.filter { !$0.isEmpty }.map(Self.withoutName)
  }

  /// `_ done: Type` as `Type`; an attribute may stand before the type, not before the name.
  private static func withoutName(_ parameter: [String]) -> [String] {
    guard let colon = parameter.firstIndex(of: ":"), colon <= 2 else { return parameter }
    return Array(parameter[(colon + 1)...])
  }

  /// Whether one pair of parentheses goes around everything.
  static func wraps(_ type: ArraySlice<String>) -> Bool {
    type.first == "(" && closing(type) == type.endIndex - 1
  }

  /// The place of the parenthesis that closes the first.
  private static func closing(_ type: ArraySlice<String>) -> Int? {
    var depth = 0
    for place in type.indices {
      if type[place] == "(" { depth += 1 }
      if type[place] == ")" { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
