import OperationCourse

/// What a lesson says before its programs and after them.
enum LessonFrame {
  /// - Parameters:
  ///   - isWhole: whether all programs of the lesson are run.
  ///   - progress: what the learner has done so far.
  static func of(
    _ lesson: Lesson, isWhole: Bool, _ progress: LearnerProgress
  ) -> Conversation.Frame {
    let count = isWhole ? lesson.programs.count : 1
    let programs = count == 1 ? "one program" : "\(count) programs"
    // The title would give the answer away.
    return Conversation.Frame(
      title: "Lesson \(lesson.number)",
      opening: [lesson.opening, "This lesson runs \(programs)."],
      judges: isWhole && !lesson.claims.isEmpty, closing: closing(lesson),
      steps: Guide(progress).closing(lesson.number))
  }

  private static func closing(_ lesson: Lesson) -> [String] {
    let rules = lesson.rules.map { "• \($0)" }
    return [lesson.title] + (rules.isEmpty ? [] : ["Remember:\n" + rules.joined(separator: "\n")])
  }
}
