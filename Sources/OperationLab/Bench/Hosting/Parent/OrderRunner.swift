import Foundation
import OperationLab

/// A run in an order that was chosen: what came of it, and what could have been chosen instead.
package struct OrderedRun: Sendable {
  /// The order that was asked for.
  package var order: Order
  /// Every step of the run.
  package var decisions: [Decision]
  /// The result.
  package var run: Run
  /// Why the run says nothing of its program. `nil` if it does.
  package var orderFailure: OrderFailure?

  /// A run and its order.
  package init(order: Order, decisions: [Decision], run: Run, orderFailure: OrderFailure? = nil) {
    self.order = order
    self.decisions = decisions
    self.run = run
    self.orderFailure = orderFailure
  }

  /// The shortest text that leads to this run: never empty, because an empty one cannot be typed.
  package var shortOrder: Order {
    order.threads.isEmpty ? Order(Array(wholeOrder.threads.prefix(1))) : order
  }

  /// Whether no thread went on after another one had gone: nothing met anything.
  package var isInTurn: Bool {
    let turns = decisions.map(\.thread).reduce(into: [String]()) { turns, thread in
      if turns.last != thread { turns.append(thread) }
    }
    return Set(turns).count == turns.count
  }

  /// The whole order, to its last step.
  package var wholeOrder: Order { Order(decisions.map(\.thread)) }
}

/// The parent's side of exploring: runs a program in given orders in processes of its own, several
/// orders in one process as long as they leave nothing behind.
package struct OrderRunner: Sendable {
  /// Makes the process that runs the program in these orders, with ``ProgramHost``.
  package typealias Host = @Sendable ([Order]) -> ChildProcess

  private let program: String
  private let deadline: Duration
  /// Has a process run the program in these orders.
  package typealias Launch =
    @Sendable ([Order], _ deadline: Duration, _ onLine: @escaping @Sendable (Data) -> Void) throws
    ->
    ChildProcess.Result
  private let launch: Launch

  /// A runner. Nothing is run yet.
  ///
  /// - Parameters:
  ///   - program: the program's name.
  ///   - deadline: how long one order may take.
  ///   - host: makes the process that runs the program in these orders.
  package init(
    program: String, deadline: Duration = Durations.program, host: @escaping Host
  ) {
    self.init(program: program, deadline: deadline) {
      var child = host($0)
      child.isHost = true
      return try child.run(deadline: $1, onLine: $2)
    }
  }

  package init(program: String, deadline: Duration, launch: @escaping Launch) {
    (self.program, self.deadline, self.launch) = (program, deadline, launch)
  }

  /// The runs in these orders, in the same sequence. Blocks the calling thread.
  ///
  /// - Throws: ``NotDecided`` when the machine did not let the program show how it ends, and a
  ///   ``Shortage`` or another error in one line when a process cannot be started.
  package func run(_ orders: [Order]) throws -> [OrderedRun] {
    var runs: [OrderedRun] = []
    while runs.count < orders.count {
      let left = Array(orders[runs.count...])
      let made = try runSome(left)
      guard !made.isEmpty else {
        throw NotDecided(program: program, cause: .shortage("its process ended before it began"))
      }
      runs += made
    }
    return runs
  }

  /// The runs of the first of these orders, and of as many more as that process could run.
  private func runSome(_ orders: [Order]) throws -> [OrderedRun] {
    // The first takes what comes before any order begins.
    let received = Locked([ReceivedMessages()])
    let result = try launch(orders, deadline * orders.count) { line in
      // A line that was cut off by the end of the process says nothing.
      guard let message = try? ChildMessage(line: line) else { return }
      received.withLock { received in
        if case .began = message { received.append(ReceivedMessages()) }
        received[received.count - 1].receive(message)
      }
    }
    let all = received.withLock { $0 }
    if let fault = all.lazy.compactMap(\.fault).first {
      throw NotDecided(program: program, cause: .shortage(fault))
    }
    if result.ending == .deadline, result.wasStarved {
      throw NotDecided(program: program, cause: .tooSlow)
    }
    let printed = Array(
      result.errorText.components(separatedBy: ProgramHost.mark).dropFirst())
    return try zip(orders, all.dropFirst()).enumerated().map { place, pair in
      try orderedRun(
        pair.0, pair.1, printed: place < printed.count ? printed[place] : "",
        isLast: place == all.count - 2, result)
    }
  }

  private func orderedRun(
    _ order: Order, _ received: ReceivedMessages, printed: String, isLast: Bool,
    _ result: ChildProcess.Result
  ) throws -> OrderedRun {
    // Only the last of a process's runs can have ended it.
    let isOpen = isLast && received.snapshot == nil
    let ending = isOpen ? result.ending : .exited(0)
    let run = try received.run(
      of: program, ChildProcess.Result(ending: ending, errorText: printed))
    // A program that hangs is at rest and has reported that. One that had to be stopped never was.
    return OrderedRun(
      order: order, decisions: received.decisions, run: run,
      orderFailure: received.orderFailure ?? (ending == .deadline ? .restless : nil))
  }
}
