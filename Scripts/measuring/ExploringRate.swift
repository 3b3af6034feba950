import Foundation
import OperationCourse
import OperationLab
import OperationTesting

/// How many orders of a program are run in a second, and how that depends on its length.
///
/// The program is this binary's own: two operations in a queue of width 2, which write as many lines
/// as it takes. It is run in child processes, as `lab explore` does it.
enum ExploringRate {
  /// The first word of the arguments of such a child.
  static let mark = "__explored"

  private static let lengths = [24, 48, 96]
  private static let orders = 240
  private static let rounds = 3
  /// Orders a second that a program of 24 events must come to.
  private static let goal = 60.0
  /// How much more an event may cost in a program of four times the length.
  private static let tolerance = 1.6

  /// The child's side.
  @MainActor
  static func host(_ words: [String]) -> Never {
    let length = Int(words[0]) ?? 0
    let orders = words[1].split(separator: ";", omittingEmptySubsequences: false).dropFirst()
      .compactMap { $0.isEmpty ? Order() : Order(text: String($0)) }
    ProgramHost(quit: { exit($0) }).run(orders: orders) { bench in run(length, on: bench) }
    while true { sleep(1000) }
  }

  /// Adds, starts, begins, ends and returns are five events of each operation.
  private static func run(_ length: Int, on bench: Bench) {
    let queue = bench.queue("queue", width: 2)
    for name in ["first", "second"] {
      queue.addOperation(
        bench.block(name) {
          let log = bench.log(name)
          for line in 0..<(length - 10) / 2 { log(.noted, note: "\(line)") }
        })
    }
  }

  /// Prints the table; whether it is fast enough, and grows no more than it should.
  static func report() throws -> Bool {
    printRow("exploring, two processes side by side", "orders/s", "ms an order", "us an event")
    var costs: [Double] = []
    for length in lengths {
      let times = try (0..<rounds).map { _ in try secondsPerOrder(length) }
      let seconds = times.median
      costs.append(seconds / Double(length))
      printRow(
        "a program of \(length) events", (1 / seconds).formatted(0), (seconds * 1000).formatted(1),
        (seconds / Double(length) * 1e6).formatted(0))
    }
    let rate = 1 / (costs[0] * Double(lengths[0]))
    let growth = costs[lengths.count - 1] / costs[0]
    let isGood = rate >= goal && growth <= tolerance
    printRow(
      isGood ? "fast enough, and linear" : "TOO SLOW, or not linear",
      "goal \(goal.formatted(0))", "", "x\(growth.formatted(2))")
    return isGood
  }

  private static func secondsPerOrder(_ length: Int) throws -> Double {
    let binary = URL(fileURLWithPath: CommandLine.arguments[0])
    let runner = OrderRunner(program: "\(length) events") { orders in
      ChildProcess(
        executable: binary,
        arguments: [mark, "\(length)", orders.map { ";\($0)" }.joined()])
    }
    let exploration = Exploration(of: "\(length) events", crew: 2) { try runner.run($0) }
    var made = 0
    let time = try nanoseconds {
      made = try exploration.run(.init(limit: orders, time: .seconds(120))).orders
    }
    return time / 1e9 / Double(made)
  }
}
