import OperationBench
import OperationCourse
import OperationDoctor

/// A game as a dialogue: the player chooses which thread continues, in order to reach a goal.
@MainActor
struct GameTalk {
  let dialogue: Dialogue
  let lesson: Lesson
  /// Runs the program of a goal in an order.
  let run: (Goal, Order) throws(Failure) -> OrderedRun
  /// Explores whether a goal can be reached.
  let solve: (Goal) throws(Failure) -> Solution
  private var paper: Paper { dialogue.paper }

  private enum Move {
    case step(String)
    case back, again, toTheEnd, impossible, solution, next
  }

  /// Plays one goal after the other, until the player leaves.
  ///
  /// - Parameter first: the place of the goal to begin with.
  func hold(_ goals: [Goal], from first: Int = 0) throws(Failure) {
    for place in first..<goals.count {
      let goal = goals[place]
      let title: Phrase = "Play · lesson \(goal.lesson) · \(goal.program)"
      let number: Phrase = "goal \(place + 1) of \(goals.count)"
      dialogue.head("\(title) · \(number)")
      guard try play(goal) else { return }
    }
    dialogue.say("This was the last goal.")
  }

  /// - Returns: `false` when the player leaves.
  private func play(_ goal: Goal) throws(Failure) -> Bool {
    let program = try lesson.program(option: goal.program)
    let code = SceneText(
      Scene(lesson, program, code: ProgramCode(of: lesson)?.pieces(of: goal.program)), paper)
    dialogue.say(code.subject(beyond: []))
    dialogue.say([GoalScreen(paper).task(goal)])
    var runs: [[String]: OrderedRun] = [:]
    var (steps, told) = ([String](), 0)
    while true {
      let known = runs[steps]
      let made = if let known { known } else { try run(goal, Order(steps)) }
      if let failure = made.orderFailure {
        say(["\(failure)"])
        if steps.popLast() == nil { return false }
        continue
      }
      runs[steps] = made
      let board = Board(goal: goal, run: made, steps: steps)
      dialogue.say(board.text(beyond: told, paper))
      told = steps.count
      guard let move = ask(board, code) else { return false }
      switch move {
      case .step(let thread): steps.append(thread)
      case .back: _ = steps.popLast()
      case .again: steps = []
      case .toTheEnd: steps = made.wholeOrder.threads
      case .next: return true
      case .solution: dialogue.say([try GoalScreen(paper).solved(goal, solve(goal))])
      case .impossible: if try isWrongClaim(solve(goal), goal) { steps = [] }
      }
      told = min(told, steps.count)
    }
  }

  private func ask(_ board: Board, _ code: SceneText) -> Move? {
    let stands = board.stands
    let numbers: Phrase = stands.count == 1 ? "1" : "1 to \(stands.count)"
    let steps: [Phrase] = stands.isEmpty ? [] : [numbers, "Enter: as usual", "e: to the end"]
    let others: [Phrase] = [
      "b: a step back", "r: begin again", "i: it is impossible", "s: a solution", "n: next goal",
    ]
    let aside = Dialogue.Aside(word: "c", help: "c: all the code") { code.code }
    return dialogue.ask(steps + others, [aside]) { word in
      switch word {
      case "": board.usual.map(Move.step)
      case "b": .back
      case "r": .again
      case "e": stands.isEmpty ? nil : .toTheEnd
      case "i": .impossible
      case "s": .solution
      case "n": .next
      default:
        Int(word).flatMap { stands.indices.contains($0 - 1) ? .step(stands[$0 - 1].thread) : nil }
      }
    }
  }

  /// Says whether the goal can be reached. A wrong claim does not give the order away.
  ///
  /// - Returns: whether the player is wrong who has said that it cannot.
  private func isWrongClaim(_ solution: Solution, _ goal: Goal) -> Bool {
    if solution.isImpossible == false {
      say(["Not so: it can be done. Begin again, or type s for the shortest solution."])
      return true
    }
    let right = solution.isImpossible == true ? paper.language("Right.") + "\n" : ""
    dialogue.say([right + GoalScreen(paper).solved(goal, solution)])
    return false
  }

  private func say(_ words: [Phrase]) {
    dialogue.say([paper.language(words).wrapped(to: paper.width)])
  }
}
