import LabShared
import OperationCourse

/// What a lesson says before its programs and after them.
enum LessonFrame {
  /// - Parameters:
  ///   - chosen: the programs that are run.
  ///   - progress: what the learner has done so far.
  static func of(
    _ lesson: Lesson, _ chosen: [Program], _ progress: LearnerProgress
  ) -> Conversation.Frame {
    let count = chosen.count
    let programs = count == 1 ? "one program" : "\(count) programs"
    // The title would give the answer away.
    return Conversation.Frame(
      title: "Lesson \(lesson.number)",
      opening: [lesson.opening, "This lesson runs \(programs)."],
      judges: !lesson.claims(decidedBy: chosen).isEmpty, closing: closing(lesson),
      steps: Guide(progress).closing(lesson.number) + further(lesson, beyond: chosen))
  }

  private static func further(_ lesson: Lesson, beyond chosen: [Program]) -> [Guide.Step] {
    guard !lesson.further.isEmpty, chosen.last?.name == lesson.mainLine.last?.name else {
      return []
    }
    return [Guide.Step(reason: "More on this", command: "lesson \(lesson.number) --further")]
  }

  private static func closing(_ lesson: Lesson) -> [String] {
    let rules = lesson.rules.map { "• \($0)" }
    return [lesson.title] + (rules.isEmpty ? [] : ["Remember:\n" + rules.joined(separator: "\n")])
  }
}
