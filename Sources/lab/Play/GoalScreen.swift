import OperationBench
import OperationCourse

/// Goals as text, where there is no game on the screen.
struct GoalScreen {
  private let paper: Paper
  private let lab: Invocation
  private var say: Language { paper.language }

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.lab = lab
  }

  /// The goals, and how to play one.
  func list(_ goals: [Goal]) -> String {
    let lines = goals.flatMap { goal in
      [
        paper.toned(lab.command("play \(goal.lesson) --goal \(goal.id)"), .strong),
        wrapped(say.text(goal.task)),
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

  /// What an order came to.
  func played(_ goal: Goal, _ run: OrderedRun, isReached: Bool) -> String {
    let events = run.run.trace.events.filter { $0.kind != .settled }
    let steps = events.map { event in
      "\(event.thread) \(say.account(of: event))".wrapped(
        to: paper.width, indent: 6, firstIndent: "    ")
    }
    let verdict =
      isReached
      ? say.joined([paper.toned(say("Reached."), .good), say.text(goal.reason)])
      : paper.toned(say("Not reached."), .bad)
    return ([task(goal)] + steps + [wrapped(verdict)]).joined(separator: "\n")
  }

  /// The result of exploring. Nothing has a reason that was not found.
  func solved(_ goal: Goal, _ solution: Solution) -> String {
    let why =
      solution.isImpossible == nil
      ? say("The time is up. '--time' gives it more.") : say.text(goal.reason)
    return [
      task(goal), solution.words.map { wrapped(say($0)) }.joined(separator: "\n"), wrapped(why),
    ].joined(separator: "\n")
  }

  private func task(_ goal: Goal) -> String {
    say("Goal: \(text: goal.task)").wrapped(to: paper.width, indent: 2, firstIndent: "")
  }

  private func wrapped(_ text: String) -> String { text.wrapped(to: paper.width, indent: 2) }
}
