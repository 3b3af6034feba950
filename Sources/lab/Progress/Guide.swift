import Foundation
import OperationCourse
import OperationDownloads
import OperationLab

/// What to do next, from what was done so far.
struct Guide {
  private let progress: LearnerProgress
  private let now: Date

  init(_ progress: LearnerProgress, at now: Date = Date()) {
    self.progress = progress
    self.now = now
  }

  /// A reason and the command that it leads to.
  struct Step: Equatable {
    let reason: String
    let command: String

    /// As a line, such as `mend it:  lab exercise 3`.
    var line: String { "\(reason): \(Guide.command) \(command)" }
  }

  /// How `lab` was started, to begin commands with: the same words work again.
  static let command = command(typed: CommandLine.arguments.first ?? "lab")

  static func command(typed: String) -> String {
    // `swift run` passes the whole path of what it has built.
    if typed.hasPrefix("/"), typed.contains("/.build/") { return "swift run lab" }
    return typed
  }

  /// The one thing to do next.
  var next: Step {
    if progress == LearnerProgress([]) { return Step(reason: "Start here", command: "lesson 0") }
    let due = progress.due(at: now).count
    if due > 0 {
      let questions = due == 1 ? "One question is" : "\(due) questions are"
      return Step(reason: "\(questions) to be asked again today", command: "review")
    }
    if let lesson = progress.latestLesson {
      if !isFinished(lesson) { return Step(reason: "Go on", command: "lesson \(lesson)") }
      return after(lesson)
    }
    return Step(reason: "Start here", command: "lesson 0")
  }

  /// What comes after a lesson that was gone through: its exercise, its page, the next lesson.
  func after(_ lesson: Int) -> Step {
    if let exercise = openExercise(of: lesson) {
      return Step(
        reason: missed(in: lesson).map { "Lesson \(lesson): \($0); mend it" }
          ?? "Lesson \(lesson): now with your own hands",
        command: "exercise \(exercise)")
    }
    if let next = ([0] + Lessons.all.map(\.number)).first(where: { !isFinished($0) }) {
      return Step(reason: "Next", command: "lesson \(next)")
    }
    let open = Exercises.all.first { !progress.mended.contains($0.id) }
    if let open { return Step(reason: "An exercise is left", command: "exercise \(open.id)") }
    return Step(reason: "All is done. Test a class of your own", command: "check --help")
  }

  /// After the last screen of a lesson, a line each.
  func closing(_ lesson: Int) -> [String] {
    let next = after(lesson)
    var steps = [Step(reason: "Why it is so", command: "read \(lesson)"), next]
    if next.command.hasPrefix("exercise"),
      let later = Lessons.all.first(where: { $0.number > lesson })
    {
      steps.append(Step(reason: "Then", command: "lesson \(later.number)"))
    }
    return steps.map(\.line)
  }

  private func isFinished(_ lesson: Int) -> Bool { progress.finished.contains(lesson) }

  private func openExercise(of lesson: Int) -> String? {
    Exercises.of(lesson).first { !progress.mended.contains($0.id) }?.id
  }

  /// The last prediction of the lesson that was wrong, such as `you predicted 10, it was 2`.
  private func missed(in lesson: Int) -> String? {
    let missed = progress.predictions(of: lesson).first { $0.wasMissed }
    guard let answer = missed?.answers.first(where: { !$0.isRight }), let was = answer.was,
      !answer.text.isEmpty
    else { return nil }
    return "you predicted '\(answer.text)', it was '\(was)'"
  }
}
