import OperationDoctor
import OperationLab
import OperationTesting

extension TimelineAlbum.Task {
  /// What the lesson asks before this run, and the statements that no earlier run could decide. `nil`
  /// if the lesson has no such program.
  package init?(of run: Run, in report: LessonReport) {
    let lesson = report.lesson
    guard let program = lesson.program(named: run.program) else { return nil }
    let prediction = lesson.prediction(for: program)
    summary = program.summary
    question = prediction.question
    choices = if case .choice(let choices) = prediction.form { choices } else { nil }
    let result = prediction.result(of: run)
    (answer, deciding) = (result?.answer, result?.evidence.map(\.seq).max())
    let isExplained = prediction.explanation?.answer == result?.answer
    (reasons, why) = isExplained ? (prediction.explanation, prediction.why) : (nil, [])
    let known = report.runs.map(\.program).prefix { $0 != run.program } + [run.program]
    let decided = report.findings.filter {
      $0.claim.programs.isSubset(of: known) && $0.claim.programs.contains(run.program)
    }
    verdicts = decided.map {
      Statement(
        id: $0.claim.id, statement: $0.claim.statement, verdict: $0.judgement.verdict,
        because: $0.claim.expected.because, seen: $0.judgement.seen)
    }
    isFurther = lesson.further.contains { $0.name == run.program }
    partings = report.comparisons.filter { $0.second.program == run.program }.compactMap { one in
      one.parting?.second.map { Parting(seq: $0.seq, sentence: one.sentence) }
    }
  }
}

extension LessonReport {
  /// Each fixed program beside the last one before it that is not.
  fileprivate var comparisons: [RunComparison] {
    func isFixed(_ run: Run) -> Bool { lesson.program(named: run.program)?.role == .fixed }
    return runs.indices.filter { isFixed(runs[$0]) }.compactMap { index in
      runs[..<index].last { !isFixed($0) }.map { RunComparison($0, runs[index]) }
    }
  }
}
