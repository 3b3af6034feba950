import OperationBench
import OperationCourse
import OperationDoctor

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

  /// What is found, and how the order reads, a line each.
  var words: [Phrase] {
    switch self {
    case .order(let order): ["It can be done: \(order)", "It reads: \(Self.reading(order))."]
    case .none(let count):
      count == 1
        ? ["It cannot be done: there is one order only."]
        : ["It cannot be done: there are \(count) orders, and it happens in none."]
    case .unknown(let count):
      ["We do not know: none of the first \(count) orders does it, and there are more."]
    }
  }

  /// Such as `main takes 2 steps, then T1 takes 1 step`.
  private static func reading(_ order: Order) -> Phrase {
    var turns: [(thread: String, steps: Int)] = []
    for thread in order.threads {
      if turns.last?.thread == thread {
        turns[turns.count - 1].steps += 1
      } else {
        turns.append((thread, 1))
      }
    }
    let words: [Phrase] = turns.map { thread, steps in
      steps == 1 ? "\(thread) takes 1 step" : "\(thread) takes \(steps) steps"
    }
    return words.joined { "\($0), then \($1)" }
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
