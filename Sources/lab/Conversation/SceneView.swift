import LabShared
import OperationCourse
import OperationLab
import OperationTesting

/// What was predicted beside what happened, with the events that decide, the picture, and for a hang
/// who waits for whom.
struct SceneView {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  /// The blocks of the screens, in order.
  func blocks(_ paper: Paper) -> [String] {
    guard let run = scene.runs.last else { return [] }
    let screen = LessonScreen(paper)
    return [scene.program.summary.wrapped(to: paper.width), comparison(paper)]
      + [variation(paper), ending(run).wrapped(to: paper.width)].compactMap { $0 }
      + [
        run.trace.events.isEmpty ? nil : screen.picture(run), screen.lastWords(run),
        screen.reasons(run),
      ].compactMap { $0 }
  }

  private func comparison(_ paper: Paper) -> String {
    var lines = [scene.prediction.question.wrapped(to: paper.width)]
    let answer = scene.answer ?? ""
    if !answer.isEmpty { lines.append(row("You said:", answer, paper)) }
    guard let result = scene.result else {
      let text = "This run does not say. Press r to run it again."
      return (lines + [text.wrapped(to: paper.width, indent: 2)]).joined(separator: "\n")
    }
    lines.append(row("It was:", result.answer, paper))
    let words = answer.isEmpty ? "" : scene.isRight ? "Right. " : "Not so. "
    let decides =
      result.isAbsent
      ? "The run has no such event." : result.evidence.isEmpty ? "" : "This decides it:"
    if !(words + decides).isEmpty {
      lines.append(paper.toned(words + decides, scene.isRight ? .good : .remarkable))
    }
    lines += scene.prediction.reason.map { [$0.wrapped(to: paper.width, indent: 2)] } ?? []
    return (lines + evidence(result, paper)).joined(separator: "\n")
  }

  private func row(_ label: String, _ text: String, _ paper: Paper) -> String {
    text.wrapped(to: paper.width, indent: 13, firstIndent: "  " + label.padded(to: 11))
  }

  private func ending(_ run: Run) -> String {
    switch run.outcome {
    case .completes: "The program completes."
    case .hangs: "The program hangs: nothing can happen any more, and it is not over."
    case .traps: "Its process dies (\(run.detail.signal ?? "a signal"))."
    case .exits: "Its process exits before the program has returned."
    }
  }

  private func evidence(_ result: Prediction.Result, _ paper: Paper) -> [String] {
    let rows = result.evidence.prefix(6).map { event in
      "\(event)".wrapped(to: paper.width, indent: 6, firstIndent: "  ")
    }
    let rest = result.evidence.count - rows.count
    return rows + (rest > 0 ? ["  and \(rest) more. Press e for all"] : [])
  }

  private func variation(_ paper: Paper) -> String? {
    guard let other = scene.otherAnswer else { return nil }
    let text = "An earlier run gave another answer (\(other)): this varies from run to run."
    return paper.toned(text.wrapped(to: paper.width), .remarkable)
  }
}
