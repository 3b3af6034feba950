import OperationCourse
import OperationDoctor
import OperationBench

/// What a lesson says before its programs and after them.
enum LessonFrame {
  /// - Parameters:
  ///   - chosen: the programs that are run.
  ///   - progress: what the learner has done so far.
  ///   - first: the place of the program to begin with.
  static func of(
    _ lesson: Lesson, _ chosen: [Program], _ progress: LearnerProgress, from first: Int = 0
  ) -> Conversation.Frame {
    let count = chosen.count
    let names = chosen.map(\.name)
    let isMainLine = names == lesson.mainLine.map(\.name)
    let option =
      isMainLine
      ? "" : names == lesson.further.map(\.name) ? " --further" : " --program \(names[0])"
    let again = Guide.Step(reason: "Go on", command: "lesson \(lesson.number)\(option)")
    // The title would give the answer away.
    return Conversation.Frame(
      title: "Lesson \(lesson.number)",
      opening: [
        Phrase(stringLiteral: lesson.opening),
        count == 1 ? "This lesson runs one program." : "This lesson runs \(count) programs.",
      ] + (first == 0 ? [] : ["You left it before program \(first + 1), and it goes on there."]),
      judges: !lesson.claims(decidedBy: chosen).isEmpty, closing: { closing(lesson, in: $0) },
      steps: Guide(progress).closing(lesson.number) + further(lesson, beyond: chosen),
      again: [again], offer: isMainLine ? offer(lesson, progress) : nil,
      earlier: first == 0 ? [] : progress.predictions(of: lesson.number))
  }

  /// The exercise that the next program would solve. `nil` when it has passed, or nothing is fixed.
  private static func offer(_ lesson: Lesson, _ progress: LearnerProgress) -> Conversation.Offer? {
    guard let exercise = Guide(progress).openExercise(of: lesson.number),
      let fix = lesson.mainLine.firstIndex(where: { $0.role == .fixed }), fix > 0
    else { return nil }
    let step = Guide.Step(reason: "Exercise", command: "exercise \(exercise.id)")
    return Conversation.Offer(
      scene: fix,
      words: [
        "Now you: exercise \(exercise.id), \(text: exercise.title)",
        """
        The next program shows the fix. What you mend yourself you remember longer, and what you tried \
        first tells you why the fix is what it is.
        """,
        """
        q leaves the lesson and shows the command. When you come back, j skips the programs that you \
        have seen. Enter goes on without the exercise.
        """,
      ], steps: [step])
  }

  private static func further(_ lesson: Lesson, beyond chosen: [Program]) -> [Guide.Step] {
    guard !lesson.further.isEmpty, chosen.last?.name == lesson.mainLine.last?.name else {
      return []
    }
    return [Guide.Step(reason: "More on this", command: "lesson \(lesson.number) --further")]
  }

  private static func closing(_ lesson: Lesson, in language: Language) -> [String] {
    let rules = lesson.rules(in: language).map { "• \($0)" }
    return [lesson.title(in: language)]
      + (rules.isEmpty ? [] : [language("Remember:") + "\n" + rules.joined(separator: "\n")])
  }
}
