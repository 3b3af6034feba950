import OperationCourse
import OperationDoctor
import OperationBench

/// What was predicted beside what happened, with the events that decide, the picture, and for a hang
/// who waits for whom.
struct SceneView {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  /// The blocks of the screens, in order. The rows below the answer have the code that decides.
  func blocks(on sheet: Sheet, _ paper: Paper) -> [String] {
    guard let run = scene.runs.last else { return [] }
    let screen = LessonScreen(paper)
    let comparison = comparison(paper)
    let rows = sheet.room - comparison.split(separator: "\n").count - 1
    return [comparison, code(rows: rows, paper)].compactMap { $0 }
      + [variation(paper), paper.language.text(scene.program.summary).wrapped(to: paper.width)]
      .compactMap { $0 }
      + [paper.language(ending(run)).wrapped(to: paper.width)]
      + [
        run.trace.events.isEmpty ? nil : screen.picture(run), screen.lastWords(run),
        screen.reasons(run),
      ].compactMap { $0 }
  }

  private func comparison(_ paper: Paper) -> String {
    let say = paper.language
    var lines = [say.text(scene.prediction.question).wrapped(to: paper.width)]
    let answer = scene.answer ?? ""
    if !answer.isEmpty { lines.append(row(say("You said:"), say.text(answer), paper)) }
    guard let result = scene.result else {
      let text = say("This run does not say. Press r to run it again.")
      return (lines + [text.wrapped(to: paper.width, indent: 2)]).joined(separator: "\n")
    }
    lines.append(row(say("It was:"), say.text(result.answer), paper))
    let decides =
      result.isAbsent
      ? say("The run has no such event.")
      : result.evidence.isEmpty ? "" : say("This decides it:")
    let reasons = scene.prediction.reasons(said: answer, was: result.answer)
    if !answer.isEmpty {
      let verdict = say(scene.isRight ? "Right." : "Not so.")
      lines.append(paper.toned(verdict, scene.isRight ? .good : .remarkable))
    }
    lines += (reasons.map(say.text) + why(result, say)).map {
      $0.wrapped(to: paper.width, indent: 2)
    }
    if !decides.isEmpty { lines.append(decides) }
    return (lines + evidence(result, paper)).joined(separator: "\n")
  }

  /// What is said of the reason that was chosen.
  private func why(_ result: Prediction.Result, _ say: Language) -> [String] {
    guard let isRight = scene.hasRightReason, let reason = scene.reason else { return [] }
    if isRight { return [say("Your reason is right.")] }
    let but = scene.prediction.why.first { $0.reason == reason }?.but ?? ""
    return [say("Your reason: \(text: reason)"), say("That is not why. \(text: but)")]
  }

  /// As much of the code as fits: around the line that the answer comes from, where that is known, or
  /// from its beginning on.
  private func code(rows: Int, _ paper: Paper) -> String? {
    guard rows >= 4 else { return nil }
    let pieces = scene.excerpt
    let lines = CodeLines(pieces)
    let decisive = scene.result?.evidence.reversed().lazy.compactMap(lines.line(of:)).first
    var first = 0
    for piece in pieces {
      let here = decisive.map { $0 - first } ?? 0
      first += piece.lines.count
      guard piece.lines.indices.contains(here) else { continue }
      let start = max(0, min(here - rows / 2, piece.lines.count - rows))
      return piece.lines.indices.dropFirst(start).prefix(rows).map { index in
        let isDecisive = decisive != nil && index == here
        return ((isDecisive ? "> " : "  ") + piece.lines[index]).cut(to: paper.width)
      }.joined(separator: "\n")
    }
    return nil
  }

  private func row(_ label: String, _ text: String, _ paper: Paper) -> String {
    text.wrapped(to: paper.width, indent: 13, firstIndent: "  " + label.padded(to: 11))
  }

  private func ending(_ run: Run) -> Phrase {
    switch run.outcome {
    case .completes: "The program completes."
    case .hangs: "The program hangs: nothing can happen any more, and it is not over."
    case .traps: "Its process dies (\(run.detail.signal ?? "a signal"))."
    case .exits: "Its process exits before the program has returned."
    }
  }

  private func evidence(_ result: Prediction.Result, _ paper: Paper) -> [String] {
    let events = result.evidence.sorted { $0.seq < $1.seq }
    let rows = events.prefix(4).map { event in
      paper.language.line(of: event).wrapped(to: paper.width, indent: 6, firstIndent: "  ")
    }
    let rest = result.evidence.count - rows.count
    return rows + (rest > 0 ? ["  " + paper.language("and \(rest) more. Press e for all")] : [])
  }

  private func variation(_ paper: Paper) -> String? {
    guard let other = scene.otherAnswer else { return nil }
    let text = paper.language(
      "An earlier run gave another answer (\(text: other)): this varies from run to run.")
    return paper.toned(text.wrapped(to: paper.width), .remarkable)
  }
}
