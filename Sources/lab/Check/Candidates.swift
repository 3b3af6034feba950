/// The code to try where a value is needed. The compiler decides what fits. A value that is still to be
/// found stands between « and ».
enum Candidates {
  /// Functions that do the probe's work, the best first: with a completion, `async`, and one that returns.
  /// Then operations that do it. The rank tells which of several parameters does the work.
  static let work: [(code: String, rank: Int)] =
    ["probe.begin", "probe.result", "probe.result(of: «value»)"].map { ($0, 3) }
    + ["done in", "_, done in", "done, _ in", "_, _, done in"].flatMap { head in
      completions(of: "done").map { ("{ \(head) probe.begin { \($0) } }", 3) }
    }
    + ["", "_ in ", "_, _ in "].flatMap { head in
      ["try await", "try? await"].flatMap {
        [
          ("{ \(head)\($0) probe.work() }", 2),
          ("{ \(head)\($0) probe.work(); return «value» }", 2),
        ]
      }
    }
    + ["", "_ in ", "_, _ in "].flatMap { head in
      [("{ \(head)probe.run() }", 1), ("{ \(head)probe.run(); return «value» }", 1)]
    }
    + ["[{ probe.run() }]", "[probe.begin]", "[\"\": { probe.run() }]"].map { ($0, 1) }
    + ["\(child)", "[\(child)]", "{ return \(child) }", "{ return [\(child)] }"].map { ($0, 0) }

  private static let child = "BlockOperation { probe.run() }"

  /// Calls of a completion, which may be optional.
  static func completions(of name: String) -> [String] {
    [name, name + "?"].flatMap { name in
      (0...3).map { "\(name)(\(Array(repeating: "«value»", count: $0).joined(separator: ", ")))" }
    }
  }

  /// Bodies of a method that does the work of a subclass or of a stub.
  ///
  /// - Parameters:
  ///   - work: the name of the work.
  ///   - parameters: the names of its parameters.
  ///   - endings: calls to make when the work ends, unless a completion or the return says so.
  static func bodies(work: String, parameters: [String], endings: [String]) -> [String] {
    let ends = parameters.reversed().flatMap(completions) + endings
    return ends.map { "\(work).begin { \($0) }" }
      + ["_ = try await \(work).work()", "_ = try? await \(work).work()", "\(work).run()"]
  }

  /// Values for a gap. No transfer needs a network, and nothing waits for long.
  ///
  /// - Parameters:
  ///   - gap: the label of an argument, and its type if the operation takes it itself.
  ///   - own: values of the files' own types.
  static func values(for gap: String, _ own: [String]) -> [String] {
    let label = gap.prefix { $0 != ":" }
    var special: [String] = []
    if label.contains(/(?i)timeout|deadline|expir/) { special = ["60", "Duration.seconds(60)"] }
    if label.contains(/(?i)should|retry|while/) {
      special = ["false", "{ false }", "{ _ in false }"]
    }
    if label.contains(/(?i)file|path|dest|output|folder|directory|save|cache/) {
      special = ["FileManager.default.temporaryDirectory.appendingPathComponent(\"lab-check\")"]
    }
    // A result is better than none, and none better than an error.
    let values = special + standard + own
    return gap.contains(":") ? ["nil"] + values + [error] : values + ["nil", error]
  }

  static let error = "CocoaError(.featureUnsupported)"
  private static let address = "URL(string: \"data:,lab\")!"

  private static let standard =
    [
      address, "URLRequest(url: \(address))", "URLSession.shared",
      "URLSessionConfiguration.ephemeral", "FileManager.default", "UserDefaults.standard",
      "NotificationCenter.default", "Bundle.main", "OperationQueue()",
      "DispatchQueue(label: \"lab\")",
      "Date()", "UUID()", "Progress(totalUnitCount: 1)", "NSLock()", "JSONDecoder()",
      "JSONEncoder()",
      "TaskPriority.medium", "QualityOfService.default", "DispatchQoS.default",
      "Operation.QueuePriority.normal", "DispatchTimeInterval.milliseconds(10)",
      "Duration.milliseconds(10)", "ContinuousClock()", "Operation()", "BlockOperation()",
      "URLResponse(url: \(address), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)",
      "HTTPURLResponse(url: \(address), statusCode: 200, httpVersion: nil, headerFields: nil)!",
      "true", "0.01", "1", "()", "Int.self",
    ] + asked + [
      "[:]", "{ }", "{ _ in }", "{ _, _ in }", "{ done in done() }", "{ done in done(«value») }",
      "{ «value» }", "{ _ in «value» }", ".success(«value»)", "(«value», «value»)",
      "(«value», «value», «value»)",
    ]

  /// Values that fit and say nothing. The user is asked for those that an operation takes itself.
  static let asked = ["\"\"", "Data()", "[]"]
}
