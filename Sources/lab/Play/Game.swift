import OperationDoctor
import OperationBench
import OperationCourse

/// A player who chooses which thread goes on, in order to reach a goal.
///
/// A value: keys go in, screens come out, and what must be done outside is an ``Effect``. It knows no
/// terminal and no process. To go a step back is to run all steps but the last again.
struct Game: Sendable {
  /// The goals to choose from.
  let goals: [Goal]
  private(set) var index: Int
  /// The thread of each step so far.
  private(set) var steps: [String] = []
  /// What has been run, by its steps: each run goes on as usual after them.
  private var runs: [[String]: OrderedRun] = [:]
  /// The answer about the goal, if it was asked for.
  private(set) var answer: Solution?
  /// What the player asked for last.
  private(set) var asked: Question?
  private(set) var overlay: Overlay?
  /// The screen of what lies over the game.
  private(set) var page = 0
  /// What the last key was answered with, where it meant nothing here.
  private(set) var hint: Phrase?

  init(_ goals: [Goal], at index: Int = 0) {
    self.goals = goals
    self.index = index
  }

  /// What exploring is to answer: the shortest order, or whether it is right that there is none.
  enum Question: Equatable, Sendable { case solution, isImpossible }

  /// What can be looked at.
  enum Overlay: Equatable, Sendable { case help, code }

  /// What must be done outside.
  enum Effect: Equatable, Sendable {
    case none
    /// Run the program in this order.
    case run(Order)
    /// Explore, to find out whether the goal can be reached.
    case solve
    case quit
  }

  var goal: Goal { goals[index] }

  /// The run of these steps, which goes on as usual after them. `nil` until it has been run.
  var run: OrderedRun? { runs[steps] }

  /// The threads that can continue, and the next step of each. Empty when the program has ended.
  var stands: [Decision.Stand] {
    guard let run, steps.count < run.decisions.count else { return [] }
    return run.decisions[steps.count].stands
  }

  var isOver: Bool { run.map { steps.count >= $0.decisions.count } ?? false }

  /// The run as far as it has gone. `nil` until it has been run.
  var past: Run? { run.map { isOver ? $0.run : $0.past(after: steps.count) } }

  /// Whether the goal is reached. `nil` while that is not decided.
  var isReached: Bool? { run.flatMap { goal.isReached(in: $0, after: steps.count) } }

  /// The run has been made.
  mutating func receive(_ run: OrderedRun) {
    if let orderFailure = run.orderFailure {
      hint = "\(orderFailure)"
      if !steps.isEmpty { steps.removeLast() }
    } else {
      runs[steps] = run
    }
  }

  /// The goal has been explored.
  ///
  /// To say wrongly that it cannot be done leads back to the beginning.
  mutating func receive(_ solution: Solution) {
    (answer, hint) = (solution, nil)
    if asked == .isImpossible, solution.isImpossible == false { steps = [] }
  }

  /// Takes a key.
  ///
  /// - Parameter pages: how many screens what lies over the game has.
  mutating func receive(_ key: Key, pages: Int) -> Effect {
    hint = nil
    let key = key.turning
    if key == .gone || key == .letter("q") { return .quit }
    if overlay != nil { return turn(key, pages) }
    switch key {
    case .enter, .right, .down: return goOn(stands.isEmpty ? nil : usual)
    case .letter(let letter) where letter.isNumber: return choose(letter.wholeNumberValue ?? 0)
    case .line(let word): return choose(Int(word) ?? 0)
    case .letter("b"), .left, .up, .back: return goBack()
    case .letter("r"): return go(to: [])
    case .letter("e"): return run.map { go(to: $0.wholeOrder.threads) } ?? .none
    case .letter("n"): return turn(to: index + 1)
    case .letter("p"): return turn(to: index - 1)
    case .letter("s"), .letter("i"):
      asked = key == .letter("i") ? .isImpossible : .solution
      if let answer {
        receive(answer)
        return .none
      }
      hint = "it looks for an order …   q quit"
      return .solve
    case .letter("c"): overlay = .code
    case .letter("?"), .letter("h"): overlay = .help
    case .letter(let letter): hint = "'\(letter)' means nothing here: ? shows the keys"
    default: break
    }
    return .none
  }

  private var usual: String? { run.map { $0.decisions[steps.count].thread } }

  private mutating func choose(_ number: Int) -> Effect {
    guard stands.indices.contains(number - 1) else {
      hint =
        stands.isEmpty
        ? "the program has ended. Press b to go back" : "press 1 to \(stands.count), or Enter"
      return .none
    }
    return goOn(stands[number - 1].thread)
  }

  private mutating func goOn(_ thread: String?) -> Effect {
    guard let thread else {
      hint = "the program has ended. Press b to go back, n to the next goal"
      return .none
    }
    return go(to: steps + [thread])
  }

  private mutating func goBack() -> Effect {
    if steps.isEmpty {
      hint = "this is the beginning"
      return .none
    }
    return go(to: Array(steps.dropLast()))
  }

  private mutating func go(to steps: [String]) -> Effect {
    self.steps = steps
    // The answer has been read. A solution stays, to be followed.
    if asked == .isImpossible { asked = nil }
    return runs[steps] == nil ? .run(Order(steps)) : .none
  }

  private mutating func turn(to new: Int) -> Effect {
    guard goals.indices.contains(new) else {
      hint = new < 0 ? "this is the first goal" : "this is the last goal"
      return .none
    }
    self = Game(goals, at: new)
    return .run(Order())
  }

  private mutating func turn(_ key: Key, _ pages: Int) -> Effect {
    switch key {
    case .enter, .right, .down: page += 1
    case .letter("b"), .left, .up, .back: page = max(0, page - 1)
    case .redraw, .woken, .late: break
    default: (overlay, page) = (nil, 0)
    }
    if page >= pages { (overlay, page) = (nil, 0) }
    return .none
  }
}
