import OperationCourse
import OperationDoctor
import OperationTesting

/// The page of an order in which a checked class goes wrong: a title that says what, the steps with
/// the class's own name, and the lines of its files.
struct OrderPage {
  private let result: Conformance.Report.Result
  private let ordering: Ruling.Ordering
  private let name: String
  private let pieces: [TimelineAlbum.Code.Piece]
  /// The command that runs the order again.
  private let repetition: String

  init(
    _ result: Conformance.Report.Result, _ ordering: Ruling.Ordering, of subject: String,
    files: SubjectFiles, repetition: String
  ) {
    (self.result, self.ordering, self.repetition) = (result, ordering, repetition)
    // Of the expression that makes it, the class comes first.
    let type = subject.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    name = type.first?.isUppercase == true ? String(type) : subject
    pieces = zip(files.paths, files.sources).map { path, source in
      TimelineAlbum.Code.Piece(name: path, lines: source.components(separatedBy: "\n"))
    }
  }

  var html: String {
    let run = named
    let lines = pieces.flatMap(\.lines)
    let page = TimelineAlbum.Page(
      title: ordering.summary, name: name, timeline: Timeline(run),
      code: .init(
        pieces: pieces, lineOfEvent: run.trace.events.map { Self.line(of: $0, in: lines) }))
    return TimelineAlbum(
      title: title, pages: [page],
      introduction: [
        "\(result.rule.id): \(result.rule.statement)",
        result.ruling.why.prefix(1).uppercased() + result.ruling.why.dropFirst() + ".",
        "Again: \(repetition)",
      ]
    ).html()
  }

  /// What goes wrong, as a sentence about the class.
  private var title: String {
    var reason = result.ruling.why
    if case .orders(_, _, _, _, let inner) = result.ruling.remark ?? result.ruling.reason {
      reason = inner.words
    }
    return reason.hasPrefix("it ")
      ? "\(name)\(reason.dropFirst(2))." : "\(name): \(reason)."
  }

  /// The run, in which the operation has the name of its class.
  private var named: Run {
    var run = ordering.run
    let old = TrialBench.subjectName
    run.trace = Trace(
      run.trace.events.map { event in
        var event = event
        if event.subject == old { event.subject = name }
        return event
      })
    for index in run.snapshot?.operations.indices ?? 0..<0
    where run.snapshot?.operations[index].name == old {
      run.snapshot?.operations[index].name = name
    }
    return run
  }

  /// The line that a step comes from, counted through all files, where only one line can be meant.
  static func line(of event: Trace.Event, in lines: [String]) -> Int? {
    let words = words(of: event)
    let found = lines.indices.filter { index in
      !lines[index].drop { $0 == " " || $0 == "\t" }.hasPrefix("//")
        && words.contains { lines[index].contains($0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// What stands in a line that such a step can come from.
  private static func words(of event: Trace.Event) -> [String] {
    switch event.kind {
    case .started: return ["func start()"]
    case .cancelled: return ["func cancel()"]
    default: break
    }
    guard let mark = event.mark else { return [] }
    let value = if case .text(let text) = mark.values.first { text } else { "" }
    switch mark.pattern.prefix(while: { $0 != "{" }) {
    case "reads ", "goes on: ": return [value]
    case "calls willChangeValue for ": return keys("willChangeValue", value)
    case "calls didChangeValue for ": return keys("didChangeValue", value)
    case "takes ", "waits for ": return [".lock()", ".withLock"]
    case "tries to take ", "does not get ": return [".try()", ".withLockIfAvailable"]
    default: return []
    }
  }

  private static func keys(_ call: String, _ key: String) -> [String] {
    ["\(call)(forKey: \"\(key)\")", "\(call)(for: \\.\(key))"]
  }
}
