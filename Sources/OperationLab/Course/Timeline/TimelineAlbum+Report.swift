import OperationDoctor
import OperationLab
import OperationBench

extension TimelineAlbum.Task {
  /// What the lesson asks before this run, and the statements that no earlier run could decide. `nil`
  /// if the lesson has no such program.
  ///
  /// - Parameter language: of the words.
  package init?(of run: Run, in report: LessonReport, _ language: Language) {
    let lesson = report.lesson
    guard let program = lesson.program(named: run.program) else { return nil }
    let prediction = lesson.prediction(for: program)
    summary = language.text(program.summary)
    question = language.text(prediction.question)
    choices =
      if case .choice(let choices) = prediction.form { choices.map(language.text) } else { nil }
    let result = prediction.result(of: run)
    answer = (result?.answer).map(language.text)
    deciding = result?.evidence.map(\.seq).max()
    let isExplained = prediction.explanation?.answer == result?.answer
    reasons = isExplained ? prediction.explanation?.said(in: language) : nil
    why = isExplained ? prediction.why.map { $0.said(in: language) } : []
    let known = report.runs.map(\.program).prefix { $0 != run.program } + [run.program]
    let decided = report.findings.filter {
      $0.claim.programs.isSubset(of: known) && $0.claim.programs.contains(run.program)
    }
    verdicts = decided.map {
      Statement(
        id: $0.claim.id, statement: $0.claim.statement(in: language),
        verdict: $0.judgement.verdict, because: $0.claim.because(in: language),
        seen: TerminalText.visible(language($0.judgement.seen)))
    }
    isFurther = lesson.further.contains { $0.name == run.program }
  }
}
