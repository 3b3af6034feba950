import Foundation

/// Strikes connections with every step at once, and checks the moves that come of it.
struct ConnectionHammer {
  /// What came of many rounds.
  struct Tally: Hashable {
    var rounds = 0
    var illegalMoves = 0
    var unfinished = 0

    /// The same in every run, as long as nothing is wrong.
    var summary: String {
      "\(rounds) rounds: \(illegalMoves) illegal moves, \(unfinished) not finished"
    }

    mutating func add(_ moves: [ConnectionOperation.Move]) {
      rounds += 1
      illegalMoves += ConnectionHammer.illegalMoves(in: moves)
      if moves.max(by: { $0.number < $1.number })?.new != .finished { unfinished += 1 }
    }
  }

  // snippet: hammer
  /// Each round: a new connection, and five threads that start, pause, resume, finish and cancel it.
  ///
  /// A hundred rounds go side by side: a thread goes from connection to connection, close behind
  /// another, and nobody has to wait for all five after each.
  static func strike(rounds: Int) -> Tally {
    var tally = Tally()
    let steps = ConnectionOperation.Step.allCases
    for first in stride(from: 0, to: rounds, by: 100) {
      let histories = (first..<min(first + 100, rounds)).map { _ in History() }
      let connections = histories.map { history in
        ConnectionOperation { _, move in history.add(move) }
      }
      DispatchQueue.concurrentPerform(iterations: steps.count) { index in
        for (round, connection) in connections.enumerated() {
          connection.make(steps[(index + round) % steps.count])
        }
      }
      // Started and cancelled, in whatever order: that is the end of each.
      histories.forEach { tally.add($0.moves) }
    }
    return tally
  }
  // end snippet

  /// The same with a queue that calls `start()`, while four threads do the rest.
  static func strikeInQueue(rounds: Int) -> Tally {
    let queue = OperationQueue()
    var tally = Tally()
    for round in 0..<rounds {
      let history = History()
      let over = Door()
      let connection = ConnectionOperation { _, move in
        history.add(move)
        if history.isComplete { over.open() }
      }
      queue.addOperation(connection)
      let steps: [ConnectionOperation.Step] = [.pause, .resume, .finish, .cancel]
      DispatchQueue.concurrentPerform(iterations: steps.count) { index in
        connection.make(steps[(index + round) % steps.count])
      }
      _ = over.wait(deadline: .seconds(5))
      tally.add(history.moves)
    }
    return tally
  }

  /// How many moves do not begin where the one before ended, or may not be made at all.
  ///
  /// Says once more, and not by asking the table, what is legal.
  static func illegalMoves(in moves: [ConnectionOperation.Move]) -> Int {
    var state = ConnectionOperation.State.ready
    var illegal = 0
    for (index, move) in moves.sorted(by: { $0.number < $1.number }).enumerated() {
      let isNext = move.number == index + 1 && move.old == state
      if !isNext || legal[move.old]?.contains(move.new) != true { illegal += 1 }
      state = move.new
    }
    return illegal
  }

  private static let legal: [ConnectionOperation.State: Set<ConnectionOperation.State>] = [
    .ready: [.executing, .paused(hasStarted: false), .finished],
    .executing: [.paused(hasStarted: true), .finished],
    .paused(hasStarted: false): [.ready, .paused(hasStarted: true), .finished],
    .paused(hasStarted: true): [.executing, .finished],
  ]

  private final class History: @unchecked Sendable {
    // Not a `Mutex`: the thread sanitizer knows nothing of it, and would see a race.
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var all: [ConnectionOperation.Move] = []

    var moves: [ConnectionOperation.Move] { lock.withLock { all } }

    /// Whether the last move has been heard, and all before it: they may be heard in any order.
    var isComplete: Bool {
      let moves = moves
      return moves.contains { $0.new == .finished && $0.number == moves.count }
    }

    func add(_ move: ConnectionOperation.Move) {
      lock.withLock { all.append(move) }
    }
  }
}

extension ConnectionOperation {
  fileprivate func make(_ step: Step) {
    switch step {
    case .start: start()
    case .pause: pause()
    case .resume: resume()
    case .finish: finish()
    case .cancel: cancel()
    }
  }
}
