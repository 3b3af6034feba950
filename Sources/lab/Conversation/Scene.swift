import OperationBench
import OperationCourse

/// A program in a dialogue: what is asked of it, what was answered, and how it ran.
struct Scene: Sendable {
  let lesson: Lesson
  let program: Program
  let prediction: Prediction
  /// Its code. `nil` where the sources are not at hand.
  let code: [ProgramCode.Piece]?
  /// The run that is shown with the question, in place of the code: the question is what it means.
  private(set) var trace: Run?
  /// What the learner said. Empty for "I do not know". `nil` until then.
  private(set) var answer: String?
  /// What the learner said to *Why?*, in the same way.
  private(set) var reason: String?
  /// Every time it ran, in order.
  var runs: [Run] = []

  /// The code before the question: what decides, the body, then the functions that the body names.
  var excerpt: [ProgramCode.Piece] {
    guard let code, let body = code.first else { return [] }
    let named = lesson.reasons?.code?[program.name] ?? []
    let deciding = named.compactMap { ProgramCode.Piece.named($0, in: code) }
    let about = code.dropFirst().filter(body.isAbout)
    let classes = deciding.isEmpty ? about.filter { $0.kind == .operation } : deciding
    let others = [body] + about
    return classes + others.filter { piece in !classes.contains { $0.name == piece.name } }
  }

  init(_ lesson: Lesson, _ program: Program, code: [ProgramCode.Piece]?) {
    self.lesson = lesson
    self.program = program
    self.code = code
    prediction = lesson.prediction(for: program)
  }

  /// A question of its own about a run that is shown.
  init(_ lesson: Lesson, _ program: Program, asking prediction: Prediction, of trace: Run) {
    (self.lesson, self.program, self.prediction) = (lesson, program, prediction)
    (self.trace, code) = (trace, nil)
  }

  /// What the last run answers. `nil` when it has not run, or does not say.
  var result: Prediction.Result? { runs.last.flatMap(prediction.result) }

  /// Whether what was said came out.
  var isRight: Bool { answer != nil && answer == result?.answer }

  /// Whether the reason that was chosen is the right one. `nil` where none was, or the run decides none.
  var hasRightReason: Bool? {
    guard let reason, !reason.isEmpty, let result else { return nil }
    return prediction.rightReason(was: result.answer).map { $0.reason == reason }
  }

  /// Whether the learner has said what happens, and is asked why.
  var asksWhy: Bool { reason == nil && answer?.isEmpty == false && !prediction.why.isEmpty }

  /// Whether everything that is asked has an answer.
  var isAnswered: Bool { answer != nil && !asksWhy }

  /// What can be said next.
  var form: Prediction.Form {
    asksWhy ? .choice(prediction.why.map(\.reason)) : prediction.form
  }

  /// Takes an answer to what is asked.
  mutating func say(_ said: String) {
    if asksWhy { reason = said } else { answer = said }
  }

  /// What the run before answered, where it was something else.
  var otherAnswer: String? {
    let others = runs.dropLast().compactMap { prediction.result(of: $0)?.answer }
    return others.last { $0 != result?.answer }
  }
}

extension Scene {
  /// The scenes of programs of a lesson, with their code.
  static func all(_ lesson: Lesson, _ programs: [Program]) -> [Scene] {
    let code = ProgramCode(of: lesson)
    return programs.map { program in
      Scene(lesson, program, code: code?.pieces(of: program.name))
    }
  }
}
