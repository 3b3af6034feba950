import OperationCourse
import OperationDoctor

/// What `lab watch` prints of an exercise.
struct WatchText {
  let exercise: Exercise
  /// Where the learner's file is.
  let path: String
  private let paper: Paper
  private var say: Language { paper.language }

  init(_ exercise: Exercise, path: String, _ paper: Paper) {
    (self.exercise, self.path, self.paper) = (exercise, path, paper.readable)
  }

  /// The name of the exercise and the learner's file.
  var heading: String {
    paper.toned(say(exercise.heading).wrapped(to: paper.width), .strong) + "\n"
      + TerminalText.wrapped(path, to: paper.width).joined(separator: "\n")
  }

  /// The verdict and why. What it comes to is last.
  func verdict(_ outcome: Verification.Outcome) -> String {
    switch outcome {
    case .graded(let grade):
      let text = ExerciseScreen(paper).outcome(outcome, of: exercise)
      guard grade.passed else { return text }
      return text + "\n\n" + ExerciseScreen(paper).next(after: outcome, of: exercise)
    case .refused(let messages):
      return CompilerMessages(paper.plain(messages)).text(width: paper.width, path: path) + "\n\n"
        + paper.toned(say("It does not compile yet."), .bad)
    }
  }

  /// How much has passed, and the keys.
  func footer(mended: Set<String>) -> String {
    let (done, all) = (Exercises.all.count { mended.contains($0.id) }, Exercises.all.count)
    let count = say("\(done) of \(all) passed")
    let room = paper.width - TerminalText.columns(count) - 1
    let bar = paper.bar(Double(done) / Double(all), columns: min(all, max(0, room)))
    let keys: [Phrase] = ["h: hint", "t: the task", "n: next exercise", "q: quit"]
    return "\(bar) \(count)\n" + paper.toned(say.words(keys, width: paper.width), .remarkable)
  }
}
