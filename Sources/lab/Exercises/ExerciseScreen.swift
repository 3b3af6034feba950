import OperationBench
import OperationCourse
import OperationDoctor

/// How exercises and their grades look in a terminal. Every part is a function from values to text.
struct ExerciseScreen {
  /// Begins the commands that are suggested.
  let lab: Invocation
  private let paper: Paper
  private var width: Int { paper.width }
  private var say: Language { paper.language }

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.lab = lab
  }

  /// A row for each exercise, in order.
  func rows(of exercises: [Exercise] = Exercises.all, mended: Set<String>) -> [String] {
    let columns = 1 + (exercises.map(\.id.count).max() ?? 0)
    return exercises.map { exercise in
      let mark = mended.contains(exercise.id) ? (paper.isASCII ? "+" : "✓") : " "
      let kind = exercise.kind.name(in: say).padded(to: say == .english ? 8 : 9)
      let head = "\(mark) \(exercise.id.padded(to: columns)) \(kind)"
      return exercise.title(in: say)
        .wrapped(to: width, indent: TerminalText.columns(head), firstIndent: head)
    }
  }

  /// The task, and where the file is.
  func task(_ exercise: Exercise, _ task: String, path: String) -> String {
    let rows: KeyValuePairs<Phrase, String> = [
      "Your file:": path, "Next:": lab.command("verify \(exercise.id)"),
      "Stuck?": lab.command("hint \(exercise.id)"),
    ]
    let shown = rows.prefix(exercise.isExam ? 2 : 3).map { say($0).padded(to: 11) + $1 }
    return """
      \(paper.toned(say(exercise.heading).wrapped(to: width), .strong))

      \(prose(task))

      \(shown.joined(separator: "\n"))
      """
  }

  /// One of the hints, by its place from 0.
  func hint(_ place: Int, of hints: [String]) -> String {
    say("Hint \(place + 1) of \(hints.count):") + "\n\n" + prose(hints[place])
  }

  /// Paragraphs and items of lists, a line each, fitted to the paper.
  func prose(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).wrapped(to: width, indent: $0.hasPrefix("- ") ? 2 : 0, firstIndent: "") }
      .joined(separator: "\n")
  }

  /// The result of a verification.
  func outcome(_ outcome: Verification.Outcome, of exercise: Exercise) -> String {
    switch outcome {
    case .refused: paper.toned(say("It does not compile yet. See above."), .bad)
    case .graded(let grade): grade.passed ? passed(grade) : missed(grade)
    }
  }

  /// The commands that go on from there.
  func next(after outcome: Verification.Outcome, of exercise: Exercise) -> String {
    if exercise.isExam {
      return line("Next", outcome.passed ? "exercise --list" : "verify \(exercise.id)")
    }
    if case .refused = outcome { return line("Next", "verify \(exercise.id)") }
    // Without a number: the first time the first hint, and then another one each time.
    guard outcome.passed else { return line("Next", "hint \(exercise.id)") }
    let next = Exercises.next(after: exercise)
    return
      ([line("Another way to write it", "solution \(exercise.id)")]
      + [next.map { line("Next", "exercise \($0.id)") }].compactMap { $0 })
      .joined(separator: "\n")
  }

  /// A label and a command.
  func line(_ label: Phrase, _ words: String) -> String {
    lab.line(label, words, width: width, in: say)
  }

  private func passed(_ grade: Grade) -> String {
    (requirements(of: grade) + printed(in: grade.runs.first) + [
      "",
      paper.toned(
        say("Exercise \(grade.exercise.id): \(grade.message(in: say))").wrapped(to: width), .good),
    ]
      + [grade.exercise.rule(in: say)].compactMap { $0 }.map {
        say("The rule that was at stake: \($0)").wrapped(to: width)
      }).joined(separator: "\n")
  }

  /// What is right and what is not, what shows it, and last, where the eye is, what is wrong.
  private func missed(_ grade: Grade) -> String {
    (requirements(of: grade) + evidence(grade)
      + printed(in: grade.shown?.run ?? grade.runs.first) + [
        "", grade.message(in: say).wrapped(to: width), "",
        paper.toned(say("Exercise \(grade.exercise.id): not yet."), .bad),
      ]).joined(separator: "\n")
  }

  private func requirements(of grade: Grade) -> [String] {
    let rows = grade.judgements.map { (say.text($0.requirement.statement), $0.judgement.verdict) }
    let broken = grade.brokenBesides.map { (say($0), Verdict.refuted) }
    return (rows + [broken].compactMap(\.self)).map(line)
  }

  private func line(_ statement: String, _ verdict: Verdict) -> String {
    let marks: [Verdict: String] =
      paper.isASCII
      ? [.confirmed: "+", .refuted: "x", .undecided: "?"]
      : [.confirmed: "✓", .refuted: "✗", .undecided: "?"]
    return statement.wrapped(to: width, indent: 4, firstIndent: "  \(marks[verdict] ?? "?") ")
  }

  /// The events that decide, those around them, and what waits for what in the end.
  private func evidence(_ grade: Grade) -> [String] {
    guard let (run, deciding) = grade.shown, !run.trace.events.isEmpty else { return [] }
    let summary =
      run.outcome != .traps && run.isExplained
      ? run.diagnosis.summary(
        width: width - 2, style: paper.isASCII ? .ascii : .unicode, limit: 3, in: { say($0) }) : ""
    return [
      "",
      say("What happened (\(run.situation)). \(paper.mark)marks the rows that decide:")
        .wrapped(to: width),
    ] + DecidingRows(run, deciding).lines(paper)
      + (summary.isEmpty ? [] : ["", summary])
  }

  /// How many lines to show of what the learner's program printed.
  private static let mostLines = 6

  /// The last lines that the learner's program printed in that run.
  private func printed(in run: Run?) -> [String] {
    let trap = run?.fatalMessage
    // After the message of a trap come the runtime's own calls.
    let lines = (run?.printedLines ?? []).prefix { line in
      trap.map { !line.contains($0) } ?? true
    }
    guard !lines.isEmpty else { return [] }
    let left = lines.count - Self.mostLines
    return ["", say("Your program printed:")]
      + (left > 0 ? ["  " + say(left == 1 ? "(1 more line)" : "(\(left) more lines)")] : [])
      + lines.suffix(Self.mostLines).map { "  " + paper.plain($0).cut(to: width - 2) }
  }
}

/// The rows of a trace that decide, and a few around them. What is left out is marked.
struct DecidingRows {
  /// How many rows to show.
  private static let most = 14

  private let groups: [[Event]]
  private let deciding: Set<Int>

  init(_ run: Run, _ deciding: [Event]) {
    let nameless = run.snapshot?.madeUpNames ?? []
    let deciding = Set(deciding.map(\.seq))
    self.deciding = deciding
    var last: [String: Event] = [:]
    groups = RestFold.groups(
      Self.withoutDetours(run.trace.events).filter { event in
        if deciding.contains(event.seq) { return true }
        guard !nameless.contains(event.subject) else { return false }
        guard event.kind == .settled else { return true }
        // At rest as before.
        defer { last[event.subject] = event }
        return last[event.subject].map { $0.state != event.state || $0.fact != event.fact } ?? true
      })
  }

  /// Of the points at which threads were held, those where another thread goes on: they are the order.
  private static func withoutDetours(_ events: [Event]) -> [Event] {
    events.indices.filter { place in
      events[place].subject != Bench.points
        || [place - 1, place + 1].contains {
          events.indices.contains($0) && events[$0].thread != events[place].thread
        }
    }.map { events[$0] }
  }

  func lines(_ paper: Paper) -> [String] {
    var narrow = paper
    narrow.width -= paper.mark.count
    let table = EventTable(paper: narrow)
    var lines: [String] = []
    var next = 0
    for place in shown {
      if place > next { lines.append(gap(place - next, paper)) }
      next = place + 1
      let group = groups[place]
      let row = group.count == 1 ? table.row(group[0]) : RestFold.line(group, narrow)
      lines += row.split(separator: "\n").enumerated().map { line, text in
        (line == 0 && decides(group) ? paper.mark : "  ") + text
      }
    }
    return lines + (next < groups.count ? [gap(groups.count - next, paper)] : [])
  }

  private func decides(_ group: [Event]) -> Bool { group.contains { deciding.contains($0.seq) } }

  /// The places of the rows to show: those nearest to what decides, and of these the last ones.
  private var shown: [Int] {
    let places = groups.indices.filter { decides(groups[$0]) }
    func distance(_ place: Int) -> Int { places.map { abs($0 - place) }.min() ?? 0 }
    return groups.indices.sorted { (distance($0), -$0) < (distance($1), -$1) }.prefix(Self.most)
      .sorted()
  }

  private func gap(_ count: Int, _ paper: Paper) -> String {
    "  \(paper.isASCII ? "..." : "…") "
      + paper.language(count == 1 ? "1 row left out" : "\(count) rows left out")
  }
}

extension Paper {
  /// Stands in front of what decides.
  fileprivate var mark: String { isASCII ? "> " : "▸ " }
}

extension Exercises {
  /// The one that comes after it.
  static func next(after exercise: Exercise) -> Exercise? {
    let rest = all.drop { $0.id != exercise.id }
    return rest.dropFirst().first
  }
}

/// A compiler's messages, laid out for a screen.
struct CompilerMessages {
  private let lines: [String]

  init(_ messages: String) {
    lines = messages.replacing("\t", with: " ").split(separator: "\n").map(String.init)
  }

  /// The messages broken between words. Of a line of code that is too long, the part that the mark
  /// below it points at.
  ///
  /// - Parameter path: the learner's file, of which only the name is shown.
  func text(width: Int, path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var result: [String] = []
    var start = 0
    for (place, line) in lines.enumerated() {
      if line.contains(/^[^ ].*:\d+:\d+: \w+:/) {
        let message = line.hasPrefix(path) ? name + line.dropFirst(path.count) : line
        if !result.isEmpty { result.append("") }
        result.append(message.wrapped(to: width, indent: 2, firstIndent: ""))
        continue
      }
      let below = place + 1 < lines.count ? lines[place + 1] : ""
      if let mark = Self.mark(below) { start = max(0, mark - width / 2) }
      result.append(("  " + line.dropFirst(start)).cut(to: width))
      if Self.mark(line) != nil { start = 0 }
    }
    return result.joined(separator: "\n")
  }

  /// The column that a line of marks points at, or `nil` for any other line.
  private static func mark(_ line: String) -> Int? {
    guard line.contains("^"), line.allSatisfy({ " ^~".contains($0) }) else { return nil }
    return line.prefix { $0 != "^" }.count
  }
}

/// Two texts, next to each other where the paper is wide enough.
struct TwoColumns {
  /// The narrowest column in which code is still readable.
  private static let column = 48

  let paper: Paper

  func text(_ left: (title: String, text: String), _ right: (title: String, text: String)) -> String
  {
    let width = (paper.width - 3) / 2
    guard width >= Self.column else {
      return [left, right].map { paper.toned("--- \($0.title)", .strong) + "\n" + $0.text }
        .joined(separator: "\n")
    }
    let columns = [left, right].map { side in
      [side.title] + Self.lines(side.text).flatMap { Self.broken($0, to: width) }
    }
    return (0..<max(columns[0].count, columns[1].count)).map { row in
      let cells = columns.map { row < $0.count ? $0[row] : "" }
      return cells[0].padded(to: width) + (paper.isASCII ? " | " : " │ ") + cells[1]
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func broken(_ line: String, to width: Int) -> [String] {
    // Blanks of code count: only no-break spaces stay what they are.
    lines(line.replacing(" ", with: "\u{A0}").wrapped(to: width).releasingCode)
  }
}
