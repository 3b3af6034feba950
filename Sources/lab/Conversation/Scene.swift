import OperationCourse
import OperationLab
import OperationTesting

/// A program in a conversation: what is asked of it, what was answered, and how it ran.
struct Scene: Sendable {
  let lesson: Lesson
  let program: Program
  let prediction: Prediction
  /// Its code. `nil` where the sources are not at hand.
  let code: [ProgramCode.Piece]?
  /// The run that is shown with the question, in place of the code: the question is what it means.
  var trace: Run?
  /// What the learner said. Empty for "I do not know". `nil` until then.
  var answer: String?
  /// Every time it ran, in order.
  var runs: [Run] = []

  init(_ lesson: Lesson, _ program: Program, code: [ProgramCode.Piece]?) {
    self.lesson = lesson
    self.program = program
    self.code = code
    prediction = lesson.prediction(for: program)
  }

  /// A question of its own about a program whose trace is shown.
  init(_ lesson: Lesson, _ program: Program, asking prediction: Prediction) {
    self.lesson = lesson
    self.program = program
    self.prediction = prediction
    code = nil
  }

  /// What the last run answers. `nil` when it has not run, or does not say.
  var result: Prediction.Result? { runs.last.flatMap(prediction.result) }

  /// Whether what was said came out.
  var isRight: Bool { answer != nil && answer == result?.answer }

  /// What the run before answered, where it was something else.
  var otherAnswer: String? {
    let others = runs.dropLast().compactMap { prediction.result(of: $0)?.answer }
    return others.last { $0 != result?.answer }
  }

  /// The answer that a key or a word stands for. `nil` for what is no answer.
  func answer(for word: String) -> String? {
    switch prediction.form {
    case .number: return Int(word).flatMap { (0...9999).contains($0) ? "\($0)" : nil }
    case .choice(let choices):
      if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
      return choices.first { $0 == word.lowercased() }
        ?? (choices == ["yes", "no"] ? choices.first { $0.first == word.lowercased().first } : nil)
    }
  }
}
