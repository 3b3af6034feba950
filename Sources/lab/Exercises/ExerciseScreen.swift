import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// How exercises and their grades look in a terminal; every part is a function from values to text.
struct ExerciseScreen {
  /// Begins the commands that are suggested.
  let lab: Invocation
  private let paper: Paper
  private var width: Int { paper.width }

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.lab = lab
  }

  /// All exercises, in order.
  func rows(mended: Set<String>) -> [String] {
    Exercises.all.map { exercise in
      let mark = mended.contains(exercise.id) ? (paper.isASCII ? "+" : "✓") : " "
      let head = "\(mark) \(exercise.id.padded(to: 5)) \(exercise.kind.rawValue.padded(to: 8))"
      return exercise.title.wrapped(to: width, indent: head.count, firstIndent: head)
    }
  }

  /// What there is to do, and where.
  func task(_ exercise: Exercise, _ task: String, path: String) -> String {
    """
    \(paper.toned("Exercise \(exercise.id): \(exercise.title)".wrapped(to: width), .strong))

    \(prose(task))

    Your file: \(path)
    Next:      \(lab.command("verify \(exercise.id)"))
    Stuck?     \(lab.command("hint \(exercise.id)"))
    """
  }

  /// Paragraphs, a line each, fitted to the paper.
  func prose(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String($0).wrapped(to: width) }.joined(separator: "\n")
  }

  /// What came of a verification.
  func outcome(_ outcome: Verification.Outcome, of exercise: Exercise) -> String {
    switch outcome {
    case .refused: paper.toned("It does not compile yet; see above.", .bad)
    case .graded(let grade): grade.passed ? passed(grade) : missed(grade)
    }
  }

  /// The commands that go on from there.
  func next(after outcome: Verification.Outcome, of exercise: Exercise) -> String {
    if case .refused = outcome { return lab.line("Next", "verify \(exercise.id)", width: width) }
    guard outcome.passed else { return lab.line("Next", "hint \(exercise.id)", width: width) }
    let next = Exercises.next(after: exercise)
    return
      ([lab.line("Another way to write it", "solution \(exercise.id)", width: width)]
      + [next.map { lab.line("Next", "exercise \($0.id)", width: width) }].compactMap { $0 })
      .joined(separator: "\n")
  }

  private func passed(_ grade: Grade) -> String {
    let heading = "Exercise \(grade.exercise.id): \(grade.message)"
    return
      ([paper.toned(heading.wrapped(to: width), .good)]
      + grade.judgements.map { line($0.requirement, $0.judgement) })
      .joined(separator: "\n")
  }

  private func missed(_ grade: Grade) -> String {
    ([
      paper.toned("Not yet.", .bad) + "\n" + grade.message.wrapped(to: width, indent: 2), "",
    ] + grade.judgements.map { line($0.requirement, $0.judgement) } + evidence(grade))
    .joined(separator: "\n")
  }

  private func line(_ requirement: Requirement, _ judgement: Judgement) -> String {
    let marks: [Verdict: String] =
      paper.isASCII
      ? [.confirmed: "+", .refuted: "x", .undecided: "?"]
      : [.confirmed: "✓", .refuted: "✗", .undecided: "?"]
    return requirement.statement.wrapped(
      to: width, indent: 4, firstIndent: "  \(marks[judgement.verdict] ?? "?") ")
  }

  /// How many events to show; the last ones decide.
  private static let most = 14

  /// The end of the run that decides, and who waits for whom in it.
  private func evidence(_ grade: Grade) -> [String] {
    guard let decisive = grade.decisive, let scene = decisive.judgement.evidence.first?.program,
      let run = grade.runs.first(where: { $0.program == scene })
    else { return [] }
    let table = EventTable(paper: paper)
    let rows = run.trace.events.suffix(Self.most).map(table.row)
    let summary =
      Grade.isExplained(by: run.diagnosis)
      ? run.diagnosis.summary(
        width: width - 2, style: paper.isASCII ? .ascii : .unicode, limit: 3) : ""
    return [
      "", "What happened in the scene '\(scene)':".wrapped(to: width),
    ] + rows + (summary.isEmpty ? [] : ["", summary])
  }
}

extension Exercises {
  /// The one that comes after it.
  static func next(after exercise: Exercise) -> Exercise? {
    let rest = all.drop { $0.id != exercise.id }
    return rest.dropFirst().first
  }
}
