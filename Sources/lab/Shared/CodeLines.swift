import OperationBench
import OperationCourse
import OperationLab

/// Which line of a program's code an event comes from, where the code leaves no doubt.
///
/// An event does not say where it was written. But often only one line can have written it: the one
/// `addOperation` of a program, the one `log(.finished` of its only class. Of two, the one that names
/// the subject. Otherwise none.
package struct CodeLines {
  private let lines: [String]
  /// Whether every operation of the program is of the one class that is shown.
  private let hasOneClass: Bool
  /// The names under which the lesson declares its marks, by their patterns.
  private let markNames: [String: String]

  package init(_ pieces: [ProgramCode.Piece], markNames: [String: String] = [:]) {
    lines = pieces.flatMap(\.lines)
    self.markNames = markNames
    let kitMakes = ["bench.block", "bench.invocation", "BlockOperation("]
    let isMixed = lines.contains { line in kitMakes.contains { line.contains($0) } }
    hasOneClass = !isMixed && pieces.count { $0.kind == .operation } == 1
  }

  /// The line's index, counted through all pieces.
  package func line(of event: Event) -> Int? {
    let patterns = patterns(event)
    let mark = event.mark.flatMap { markNames[$0.pattern] }
    let found = lines.indices.filter { index in
      !lines[index].drop { $0 == " " }.hasPrefix("//")
        && (patterns.contains { lines[index].contains($0) }
          || mark.map { records($0, in: lines[index]) } == true)
    }
    if found.count == 1 { return found[0] }
    let names = names(of: event.subject)
    let own = found.filter { index in names.contains { mentions($0, in: lines[index]) } }
    return own.count == 1 ? own[0] : nil
  }

  private func patterns(_ event: Event) -> [String] {
    let logged = hasOneClass ? ["log(.\(event.kind.rawValue)"] : []
    switch event.kind {
    case .enqueued: return ["addOperation(", "addOperations("]
    case .started, .returned, .began, .ended, .finished, .completed: return logged
    case .announced: return event.key.map { ["didChangeValue(forKey: \"\($0)\")"] } ?? []
    case .cancelled:
      return event.fact == .allOperations ? ["cancelAllOperations()"] : calls("cancel()", event)
    // A gate that the program does not name is opened elsewhere.
    case .opened: return calls("open()", event)
    case .suspended: return ["isSuspended = true", "setSuspended(true)"]
    case .resumed: return ["isSuspended = false", "setSuspended(false)"]
    case .waiting: return ["waitUntilFinished", "waitUntilAllOperationsAreFinished"]
    case .noted: return event.note.isEmpty ? [] : ["note: \"\(event.note)\""]
    case .settled: return ["bench.settle("]
    case .observed, .timedOut, .released, .progressed: return []
    }
  }

  /// Whether the mark is named there, and not declared.
  private func records(_ mark: String, in line: String) -> Bool {
    mentions(mark, in: line) && !line.contains("let \(mark)") && !line.contains("func \(mark)")
  }

  /// A method called on the variable that holds the subject.
  private func calls(_ method: String, _ event: Event) -> [String] {
    names(of: event.subject).dropFirst().map { "\($0).\(method)" }
  }

  /// The subject as a literal, and the variables that are bound to what is made with it.
  private func names(of subject: String) -> [String] {
    let literal = "\"\(subject)\""
    let variables = lines.filter { $0.contains(literal) }.compactMap { line in
      line.firstMatch(of: #/\b(?:let|var) (\w+) = /#).map { String($0.1) }
    }
    return [literal] + variables
  }

  /// Whether the name stands there, and not only as a part of a longer one.
  private func mentions(_ name: String, in line: String) -> Bool {
    if name.hasPrefix("\"") { return line.contains(name) }
    return line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
  }
}

extension TimelineAlbum.Code {
  /// The code of a program, and for each event of its run the line, where that is known.
  package init(_ pieces: [ProgramCode.Piece], markNames: [String: String], of trace: Trace) {
    // As on a terminal: the body, then the operations and functions that it names. Helpers come last.
    let (body, others) = (pieces.prefix(1), pieces.dropFirst())
    let shown = body + others.filter { body[0].isAbout($0) }
    let helpers = others.filter { !body[0].isAbout($0) }
    let lines = CodeLines(Array(shown + helpers), markNames: markNames)
    // Of many events that are alike one is looked up.
    var known: [Point: Int?] = [:]
    let lineOfEvent = trace.events.map { event -> Int? in
      let point = Point(subject: event.subject, kind: event.kind, note: event.note)
      if let line = known[point] { return line }
      let line = lines.line(of: event)
      known[point] = .some(line)
      return line
    }
    self.init(
      pieces: shown.map { Piece(name: $0.name, lines: $0.lines) }
        + helpers.map { Piece(name: $0.name, lines: $0.lines, about: $0.firstSentence) },
      lineOfEvent: lineOfEvent, glossary: BenchWords.explaining(shown.flatMap(\.lines)))
  }

  /// The code of a lesson's program.
  package init(_ code: ProgramCode?, of program: String, _ trace: Trace) {
    self.init(code?.pieces(of: program) ?? [], markNames: code?.markNames ?? [:], of: trace)
  }
}

extension ProgramCode.Piece {
  /// What its comment begins with.
  fileprivate var firstSentence: String {
    let comment = lines.prefix { $0.hasPrefix("///") }.map { $0.dropFirst(4) }
      .joined(separator: " ")
    let end = comment.firstRange(of: ". ")?.lowerBound ?? comment.endIndex
    return String(comment[..<end]).replacing(/\.$/, with: "")
  }
}

/// What the words of the bench mean, a clause each: programs use them, and no lesson declares them.
package enum BenchWords {
  private static let all: [(word: String, meaning: String)] = [
    ("bench.block(", "bench.block: a BlockOperation with a name, which writes down what it does"),
    ("bench.blocks(", "bench.blocks: the same, with blocks that are added one by one"),
    ("bench.task(", "bench.task: an operation whose task records when it begins and ends"),
    ("arrival()", "arrival: suspends the calling task until the transfer answers"),
    ("bench.queue(", "bench.queue: a named OperationQueue. Its width is how many run at once"),
    ("bench.mainQueue(", "bench.mainQueue: OperationQueue.main"),
    ("bench.gate(", "bench.gate: a door that threads wait at until it is opened"),
    ("bench.wait(", "bench.wait: waits at a gate, unless it can never be opened"),
    ("waitUnlessQuiet", "waitUnlessQuiet: waits at a gate, unless it can never be opened"),
    ("bench.settle(", "bench.settle: waits until every thread sleeps and nothing can happen"),
    ("bench.observe(", "bench.observe: records the operation's flags"),
    ("bench.watch(", "bench.watch: has the operation looked at in the end, too"),
    ("bench.elsewhere", "bench.elsewhere: runs the block on a new thread"),
    ("bench.worker(", "bench.worker: a thread of its own that runs blocks one by one"),
    ("bench.log(", "bench.log: records events of one operation, such as log(.started)"),
    ("log(.", "log(.started, self): records this event and the state"),
    ("during", "during: runs the body, and records its beginning and its end"),
    ("PretendTransfer", "PretendTransfer: a transfer that answers when the program says so"),
    ("TracedOperation", "TracedOperation: Operation with a notebook, and nothing else"),
    ("AsyncOperation", "AsyncOperation: override work(), call finish() at the end (lesson 10)"),
    ("withServer", "withServer: a server on this machine that the program controls"),
    ("withNetwork", "withNetwork: a server on this machine that the program controls"),
    ("waitForOutside", "waitForOutside: waits for what comes from the network"),
    ("Signal(", "Signal: a door that waits as long as it takes"),
    ("@unchecked Sendable", "@unchecked Sendable: the compiler takes our word for the locking"),
  ]

  /// The meanings of the words that occur in the code, each once.
  package static func explaining(_ lines: [String]) -> [String] {
    let text = lines.joined(separator: "\n")
    return all.filter { text.contains($0.word) }.map(\.meaning)
  }
}
