import OperationBench
import OperationCourse
import OperationDoctor

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
        say(
          """
          On a terminal you choose step by step. Elsewhere say '--order TEXT', with threads such as \
          main,T1:2,main, or '--impossible' if you think that no order does it.
          """
        ).wrapped(to: paper.width),
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
    return [task(goal), wrapped(say(solution.words)), wrapped(why)].joined(separator: "\n")
  }

  private func task(_ goal: Goal) -> String {
    say("Goal: \(text: goal.task)").wrapped(to: paper.width, indent: 2, firstIndent: "")
  }

  private func wrapped(_ text: String) -> String { text.wrapped(to: paper.width, indent: 2) }
}

/// The result of exploring for a goal.
enum Solution: Equatable, Sendable {
  /// The shortest order that reaches it.
  case order(Order)
  /// None of all the orders that there are does.
  case none(of: Int)
  /// None of so many does. There are more.
  case unknown(after: Int)

  /// Explores until an order is found. Blocks the calling thread.
  ///
  /// - Parameter time: when to stop starting more.
  static func explore(
    _ goal: Goal, _ runner: OrderRunner, time: Duration, progress: (Int) -> Void = { _ in }
  ) throws -> Solution {
    var found: Order?
    let report = try Exploration(of: goal.program) { try runner.run($0) }.run(
      Exploration.Plan(limit: .max, time: time), progress: progress, until: { _ in found != nil }
    ) { run, _ in
      guard goal.isReached(in: run.run) else { return }
      // What is run side by side has as many deviations.
      if let known = found, known.threads.count <= run.shortOrder.threads.count { return }
      found = run.shortOrder
    }
    if let found { return .order(found) }
    return report.isEverything ? .none(of: report.orders) : .unknown(after: report.orders)
  }

  /// What is found, in a sentence.
  var words: Phrase {
    switch self {
    case .order(let order): "It can be done: \(order)"
    case .none(let count):
      count == 1
        ? "It cannot be done: there is one order only."
        : "It cannot be done: there are \(count) orders, and it happens in none."
    case .unknown(let count):
      "We do not know: none of the first \(count) orders does it, and there are more."
    }
  }

  /// Whether the answer "it cannot be done" is right. `nil` if it is not known.
  var isImpossible: Bool? {
    switch self {
    case .order: false
    case .none: true
    case .unknown: nil
    }
  }
}
