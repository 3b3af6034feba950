import OperationBench
import OperationCourse
import OperationDoctor

/// Goals and what is found of them, as text.
struct GoalScreen {
  private let paper: Paper
  private var say: Language { paper.language }

  init(_ paper: Paper) { self.paper = paper.readable }

  /// The goals, and how to play one.
  func list(_ goals: [Goal]) -> String {
    let lines = goals.flatMap { goal in
      [
        paper.toned(Invocation.current.command("play \(goal.lesson) --goal \(goal.id)"), .strong),
        say.text(goal.task).wrapped(to: paper.width, indent: 2),
      ]
    }
    return
      (lines + [
        "",
        say([
          "On a terminal you choose step by step. Elsewhere, '--order TEXT' is an order to try.",
          "An order such as main:2,T1 is two steps of main, then one of T1.",
          "Say '--impossible' if you think that no order does it.",
        ]).wrapped(to: paper.width),
      ]).joined(separator: "\n")
  }

  func task(_ goal: Goal) -> String {
    say("Goal: \(text: goal.task)").wrapped(to: paper.width, indent: 2, firstIndent: "")
  }

  /// The result of exploring, a line each. Nothing has a reason that was not found.
  func solved(_ goal: Goal, _ solution: Solution) -> String {
    let why: Phrase =
      solution.isImpossible == nil
      ? "The time is up. '--time' gives it more." : "\(text: goal.reason)"
    return (solution.words + [why]).map { say($0).wrapped(to: paper.width) }
      .joined(separator: "\n")
  }
}
