import Foundation
import OperationCourse
import OperationDoctor

/// The next steps, from what was done so far.
struct Guide {
  private let progress: LearnerProgress
  private let now: Date

  init(_ progress: LearnerProgress, at now: Date = Date()) {
    self.progress = progress
    self.now = now
  }

  /// A reason and the command that it leads to.
  struct Step: Equatable, Sendable {
    let reason: Phrase
    let command: String

    /// As a line, such as `Next: lab lesson 3`.
    func line(on paper: Paper) -> String {
      Invocation.current.line(reason, command, width: paper.width, in: paper.language)
    }
  }

  /// The steps to do now, the most important first: a review that is due, and how to continue.
  var steps: [Step] { [review, onward].compactMap { $0 } }

  /// The review. `nil` when none is due.
  private var review: Step? {
    let due = progress.due(at: now).count
    guard due > 0 else { return nil }
    return Step(
      reason: due == 1
        ? "One question is to be asked again today"
        : "\(due) questions are to be asked again today", command: "review")
  }

  /// How to go on with the lessons and exercises.
  var onward: Step {
    guard let lesson = progress.latestLesson else {
      return Step(reason: "Start here", command: "lesson 0")
    }
    if !isFinished(lesson) { return Step(reason: "Go on", command: "lesson \(lesson)") }
    return after(lesson)
  }

  /// What comes after a lesson that was gone through: its exercise, its page, the next lesson.
  func after(_ lesson: Int) -> Step {
    if let exercise = openExercise(of: lesson) {
      return Step(
        reason: missed(in: lesson)
          ?? "Lesson \(lesson): now with your own hands",
        command: "exercise \(exercise.id)")
    }
    let lessons = [0] + Lessons.all.map(\.number)
    if let next = lessons.first(where: { $0 != lesson && !isFinished($0) }) {
      return Step(reason: "Next", command: "lesson \(next)")
    }
    if progress.tests.count == 1 {
      return Step(reason: "The test again, to see what you have learnt", command: "quiz")
    }
    let open = Exercises.all.first { !progress.mended.contains($0.id) }
    if let open { return Step(reason: "An exercise is left", command: "exercise \(open.id)") }
    return Step(reason: "All is done. Test a class of your own", command: "check --help")
  }

  /// The steps after the last screen of a lesson.
  func closing(_ lesson: Int) -> [Step] {
    let next = after(lesson)
    var steps = [Step(reason: "Why it is so", command: "read \(lesson)"), next]
    if next.command.hasPrefix("exercise"),
      let later = Lessons.all.first(where: { $0.number > lesson })
    {
      steps.append(Step(reason: "Then", command: "lesson \(later.number)"))
    }
    return steps
  }

  private func isFinished(_ lesson: Int) -> Bool { progress.finished.contains(lesson) }

  /// The first exercise of a lesson that has not passed yet.
  func openExercise(of lesson: Int) -> Exercise? {
    Exercises.of(lesson).first { !progress.mended.contains($0.id) }
  }

  /// The last prediction of the lesson that was wrong, such as `you predicted 10, it was 2`.
  private func missed(in lesson: Int) -> Phrase? {
    let missed = progress.predictions(of: lesson).first { $0.wasMissed }
    guard let answer = missed?.answers.first(where: { !$0.isRight }), let was = answer.was,
      !answer.text.isEmpty, !answer.isForWrongReason
    else { return nil }
    return "Lesson \(lesson): you predicted '\(answer.text)', it was '\(was)'. Mend it"
  }
}
