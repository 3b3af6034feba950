import Foundation

/// Code that may fit a parameter. Only the compiler knows the types, and says which code it takes.
struct Candidate {
  /// Code that hands over the probe's work.
  struct Work {
    let code: String
    /// Higher for code that only the work of an operation is likely to fit.
    let rank: Int
  }

  /// What follows if the compiler takes it.
  enum Meaning {
    /// This is a value, which may have holes.
    case value(String)
    /// Only the user has a value.
    case gap
    /// A value of the files' own type with this identifier will do.
    case own(String)
    /// It is a function with so many parameters.
    case function(Int)
    /// It is a list of pieces of work.
    case list
    /// Nothing, because any code fits.
    case anything
  }

  /// In place of a value whose type the compiler knows. It fits every type.
  static let hole = "<#value#>"
  /// Stands behind a value that only fills a place: another one may break a rule that this one keeps.
  static let mark = " /*made up*/"

  let meaning: Meaning
  /// What the compiler is asked. A literal alone would fit more types than are meant.
  let trial: String
  /// What hands over work where the value does none.
  let work: Work?
  /// Whether it is a function without a result.
  let isAction: Bool
  /// Whether `nil` is the better value where it fits, too.
  let yieldsToNil: Bool

  init(
    _ meaning: Meaning, asking trial: String, work: Work? = nil, isAction: Bool = false,
    yieldsToNil: Bool = false
  ) {
    (self.meaning, self.trial, self.work) = (meaning, trial, work)
    (self.isAction, self.yieldsToNil) = (isAction, yieldsToNil)
  }

  private init(_ value: String, asking trial: String? = nil) {
    self.init(.value(value), asking: trial ?? value)
  }

  /// The values of an expression that were made up, with the names of their parameters.
  static func madeUp(in expression: String) -> [String] {
    expression.components(separatedBy: mark).dropLast().map { text in
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
}

extension Candidate {
  /// What is asked of every parameter: what kind of code it takes.
  static let kinds =
    ["probe", "[probe]"].map { Candidate(.anything, asking: $0) }
    + (0...4).map { Candidate(.function($0), asking: closure($0, hole)) }
    + [
      ("probe.begin", 3), ("{ try await probe.work() }", 2), ("{ try? await probe.work() }", 2),
      ("{ probe.run() }", 1), ("BlockOperation { probe.run() }", 0),
    ].map { piece, rank in
      // Two pieces of work: what is right for one may be wrong for several.
      let code = "[\(piece), \(piece)]"
      return Candidate(.list, asking: code, work: Work(code: code, rank: rank))
    }

  /// Plain values, the likeliest first. None needs a network, and nothing waits for long.
  ///
  /// - Parameters:
  ///   - isPart: whether an empty text will do. Given to the operation itself, it may hide a mistake.
  ///   - own: values of the files' own types.
  static func values(
    for parameter: SymbolGraph.Parameter?, isPart: Bool, own: [Candidate]
  ) -> [Candidate] {
    let (seconds, duration) = time(parameter)
    let url = "URL(fileURLWithPath: \"/tmp/lab-check\")"
    let texts = ["\"\"", "Data()"]
    let plain = [
      "true", "Duration.\(duration)", "DispatchTimeInterval.\(duration)", "Date()", "UUID()", url,
      "URLRequest(url: \(url))",
      "URLResponse(url: \(url), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)",
      "URLSession.shared", "FileManager.default", "UserDefaults.standard",
      "NotificationCenter.default", "OperationQueue()", "DispatchQueue(label: \"lab\")",
      "QualityOfService.default", "Operation.QueuePriority.normal", "TaskPriority.medium", "[:]",
    ].map { Candidate($0) }
    let lists =
      isPart
      ? [Candidate("[]")]
      : texts.map { Candidate(.gap, asking: "[\($0)]") } + [Candidate("[\(hole), \(hole)]")]
    return [
      Candidate("1", asking: "Int(1)"), Candidate(isPart ? "[]" : "[1, 2]", asking: "[Int(1)]"),
    ]
      + texts.map { Candidate(isPart ? .value($0) : .gap, asking: $0, yieldsToNil: !isPart) }
      + [Candidate(seconds, asking: "0.01")] + plain + lists
      + [Candidate("1"), Candidate(".success(\(hole))"), Candidate("()")]
      + [Candidate(.value(error), asking: error, yieldsToNil: true)] + own
      // Where there may be a value or an error, give the value.
      + [Candidate(parameter == nil ? .gap : .value("nil"), asking: "nil")]
  }

  private static let error = "CocoaError(.featureUnsupported)"

  /// A time: long where it may end a trial, and short where it is waited for.
  private static func time(_ parameter: SymbolGraph.Parameter?) -> (String, duration: String) {
    let name = parameter?.name ?? "wait"
    let mayEnd = name.contains(/(?i)timeout|deadline|seconds|watchdog|within|after|limit/)
    let isShort = !mayEnd && name.contains(/(?i)delay|interval|pause|wait|every|sleep|backoff/)
    let isTime = mayEnd || parameter?.type.contains("TimeInterval") == true
    return (
      isTime && !isShort ? "60" : "0.01", duration: isShort ? "milliseconds(10)" : "seconds(60)"
    )
  }

  /// Functions with so many parameters, the likeliest work first.
  ///
  /// - Parameter finishers: calls that end an operation, such as `finish()`.
  static func functions(_ arity: Int, finishers: [String]) -> [Candidate] {
    let places = (0..<arity).reversed()
    let answer = "; return \(hole)"
    let values = ["", ".success(\(hole))", hole, "\(hole), \(hole)", "\(hole), \(hole), \(hole)"]
    let completions = places.flatMap { place in
      values.flatMap { values in
        ["", answer].map { end in
          let call = "done(\(values))"
          let code = { closure(arity, $0 + end, naming: "done", at: place) }
          // What gives an answer is no completion.
          return Candidate(
            .value(code(call)), asking: code("probe.begin { let _: Void = \(call) }"),
            work: Work(code: code("probe.begin { \(call) }"), rank: 3), isAction: end.isEmpty)
        }
      }
    }
    let finishing = places.flatMap { place in
      finishers.map { end in
        closure(arity, "probe.begin { operation.\(end) }", naming: "operation", at: place)
      }
    }
    let awaits = ["try await probe.work()", "try? await probe.work()"]
    let throwing = "if Bool(true) { throw CancellationError() }"
    let asked = places.map { place in
      Candidate(
        closure(arity, "false"),
        asking: closure(
          arity, "let _: any Error = error; return false", naming: "error", at: place))
    }
    let answers = ["true", "0.01", "Duration.milliseconds(10)", "Date()"]
    return (arity == 1 ? probes : []) + completions + finishing.map { action(arity, $0, 1) }
      + awaits.map { action(arity, closure(arity, $0), 2) }
      + [action(arity, closure(arity, "probe.run()"), 1)]
      + awaits.map { answering(arity, $0 + answer, 2) }
      + [answering(arity, "probe.run()" + answer, 1, asking: throwing + answer)]
      // A function that says whether, when or how long does no work, unless it may wait or throw.
      + asked + answers.map { Candidate(closure(arity, $0)) }
      + [answering(arity, "probe.run()" + answer, 0)]
  }

  /// The probe's own functions.
  private static let probes = [
    ("probe.begin", ""), ("probe.result", ".success(())"),
    ("probe.result(of: \(hole))", ".success(\(hole))"),
  ].map { code, value in
    Candidate(
      .value("{ done in done(\(value)) }"), asking: code, work: Work(code: code, rank: 3),
      isAction: true)
  }

  private static func action(_ arity: Int, _ code: String, _ rank: Int) -> Candidate {
    Candidate(
      .value(closure(arity, "")), asking: code, work: Work(code: code, rank: rank), isAction: true)
  }

  private static func answering(
    _ arity: Int, _ body: String, _ rank: Int, asking trial: String? = nil
  ) -> Candidate {
    Candidate(
      .value(closure(arity, hole)), asking: closure(arity, trial ?? body),
      work: Work(code: closure(arity, body), rank: rank))
  }

  /// A closure whose parameters have no names, except for the one at the place.
  private static func closure(
    _ arity: Int, _ body: String, naming name: String = "_", at place: Int = 0
  ) -> String {
    let names = (0..<arity).map { $0 == place ? name : "_" }.joined(separator: ", ")
    return "{ " + (arity == 0 ? "" : "\(names) in ") + body + (body.isEmpty ? "}" : " }")
  }
}
