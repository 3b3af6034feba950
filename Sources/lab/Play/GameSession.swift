import OperationBench
import OperationCourse

/// Holds a game on the terminal: draws its screens, waits for keys, and runs the program.
@MainActor
struct GameSession {
  let console: Console
  let lesson: Lesson
  let code: ProgramCode?
  /// How long to look for a solution.
  let time: Duration

  /// Goes on until the player leaves. The terminal is as before then.
  ///
  /// - Throws: a failure when the program cannot be run.
  func hold(_ beginning: Game) throws(Failure) {
    var game = beginning
    let keyboard = Keyboard(isDirect: !console.isDumb && TerminalMode.enter(screen: true))
    defer { TerminalMode.leave() }
    var effect = Game.Effect.run(Order())
    while effect != .quit {
      draw(game)
      do {
        guard try perform(effect, &game, keyboard) else { return }
      } catch {
        throw Failure(status: .internalFault, message: "cannot run the program: \(error)")
      }
      draw(game)
      effect = game.receive(keyboard.next(), pages: screen(game).pageCount)
    }
  }

  /// Does what must be done outside. `false` if the player would not wait.
  private func perform(
    _ effect: Game.Effect, _ game: inout Game, _ keyboard: Keyboard
  ) throws -> Bool {
    guard let program = lesson.program(named: game.goal.program) else { return false }
    let runner = Executable.orderRunner(lesson, program)
    let shown = game
    switch effect {
    case .none, .quit: return true
    case .run(let order):
      guard let runs = try keyboard.waiting({ draw(shown) }, for: { try runner.run([order]) })
      else { return false }
      game.receive(runs[0])
    case .solve:
      let (goal, time) = (game.goal, time)
      guard
        let solution = try keyboard.waiting(
          { draw(shown) }, for: { try Solution.explore(goal, runner, time: time) })
      else { return false }
      game.receive(solution)
    }
    return true
  }

  private func draw(_ game: Game) { console.showScreen(screen(game).lines) }

  private func screen(_ game: Game) -> GameScreen {
    GameScreen(
      game: game, code: code?.pieces(of: game.goal.program), sheet: console.sheet,
      paper: console.paper.readable)
  }
}
