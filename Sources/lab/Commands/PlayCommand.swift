import OperationCourse
import OperationDownloads
import OperationBench

/// Lets the learner be the scheduler: reach a goal by choosing which thread goes on.
struct PlayCommand: Command {
  static let name = "play"
  static let abstract = "choose which thread continues, and reach a goal"
  static let operands = "[N|NAME]"
  static let options = [
    OptionSpec("--goal", "ID", "this goal of the lesson"),
    OptionSpec("--order", "TEXT", "no game: whether this order reaches the goal"),
    OptionSpec("--impossible", nil, "no game: say that no order reaches the goal"),
    OptionSpec("--solution", nil, "no game: show the shortest order that reaches the goal"),
    OptionSpec("--time", "S", "look for a solution no longer than S seconds (default 20)"),
    .language,
  ]
  static let notes = """
    Without a lesson, the goals of all lessons are listed. Some goals cannot be reached. Then you win
    by saying so. The status is 0 if you win, and 1 if you do not, or if the time was up first.
    An order such as main:2,T1 is two steps of main, then one of T1. Then all is as usual.
    """

  private let lesson: Lesson?
  private let goal: Goal?
  private let move: Move?
  private let time: Duration

  /// The move to make without a keyboard.
  private enum Move { case order(Order), impossible, solution }

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    lesson = operand == nil ? nil : try Lessons.named(operand, for: Self.name)
    goal = try Self.goal(arguments.value("--goal"), in: lesson)
    time = try arguments.seconds("--time", in: 0.1...86_400) ?? .seconds(20)
    let moves: [Move?] = [
      try arguments.value("--order").map(Order.init(option:)).map(Move.order),
      arguments.has("--impossible") ? .impossible : nil,
      arguments.has("--solution") ? .solution : nil,
    ]
    guard moves.compactMap({ $0 }).count <= 1 else {
      throw .usage("say one of '--order', '--impossible' and '--solution'")
    }
    move = moves.compactMap { $0 }.first
    if move != nil, goal == nil {
      throw .usage(
        "say which goal: 'lab play N --goal ID'. \(Invocation.mention("play")) lists them")
    }
  }

  private static func goal(_ id: String?, in lesson: Lesson?) throws(Failure) -> Goal? {
    guard let id else { return nil }
    guard let lesson else {
      throw .usage("'--goal' is a goal of a lesson: lab play N --goal \(id)")
    }
    let goals = Goals.of(lesson)
    if let goal = goals.first(where: { $0.id == id }) { return goal }
    throw .usage(
      "lesson \(lesson.number) has no goal '\(id)'"
        + Nearest.suggestion(for: id, among: goals.map(\.id))
        + " \(Invocation.mention("play")) lists the goals")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let screen = GoalScreen(console.paper)
    guard let lesson else {
      console.show(screen.list(Goals.all))
      return .passed
    }
    let goals = Goals.of(lesson)
    guard !goals.isEmpty else {
      throw .usage(
        "lesson \(lesson.number) has no goals. \(Invocation.mention("play")) lists those that have")
    }
    if let move, let goal { return try make(move, goal, lesson, screen, console) }
    guard console.canAsk else {
      console.show(screen.list(goal.map { [$0] } ?? goals))
      return .passed
    }
    let start = goal.flatMap { goal in goals.firstIndex { $0.id == goal.id } } ?? 0
    let talk = GameTalk(
      dialogue: Dialogue(console), lesson: lesson,
      run: { (goal: Goal, order: Order) throws(Failure) in
        try console.run(lesson.program(option: goal.program), of: lesson, in: order)
      },
      solve: { (goal: Goal) throws(Failure) in try solve(goal, lesson, console) })
    try talk.hold(goals, from: start)
    return .passed
  }

  private func solve(
    _ goal: Goal, _ lesson: Lesson, _ console: Console
  ) throws(Failure) -> Solution {
    defer { console.showProgress("") }
    do {
      let runner = Executable.orderRunner(lesson, try lesson.program(option: goal.program))
      return try Solution.explore(goal, runner, time: time) { count in
        console.showProgress(console.language("\(count) orders"))
      }
    } catch let orderFailure as OrderFailure {
      throw .orderFailure(orderFailure, of: goal.program)
    } catch {
      throw Failure(status: .internalFault, message: "cannot run the program: \(error)")
    }
  }

  /// Makes a move without a dialogue.
  private func make(
    _ move: Move, _ goal: Goal, _ lesson: Lesson, _ screen: GoalScreen, _ console: Console
  ) throws(Failure) -> ExitStatus {
    if case .order(let order) = move {
      let program = try lesson.program(option: goal.program)
      let run = try console.run(program, of: lesson, in: order)
      if let orderFailure = run.orderFailure {
        throw .orderFailure(orderFailure, of: goal.program)
      }
      let board = Board(goal: goal, run: run, steps: run.wholeOrder.threads)
      let parts = [screen.task(goal)] + board.text(beyond: 0, console.paper.readable)
      console.show(parts.joined(separator: "\n\n"))
      return board.isReached == true ? .passed : .failed
    }
    let solution = try solve(goal, lesson, console)
    console.show(screen.task(goal) + "\n\n" + screen.solved(goal, solution))
    if case .solution = move { return solution.isImpossible == nil ? .failed : .passed }
    return solution.isImpossible == true ? .passed : .failed
  }
}
