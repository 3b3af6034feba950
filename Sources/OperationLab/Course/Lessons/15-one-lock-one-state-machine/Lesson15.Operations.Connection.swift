import Foundation
import OperationDownloads
import OperationLab
@_spi(Course) import OperationBench
import Synchronization

// E05: many threads call the steps of one operation at the same time.
extension Lesson15 {
  /// Calls every step of a connection at the same time, and checks the moves that result.
  struct ConnectionHammer {
    /// The results of many rounds.
    struct Tally: Hashable {
      var rounds = 0
      var illegalMoves = 0
      var unfinished = 0

      /// The steps that made moves.
      var steps: Set<ConnectionOperation.Step> = []
      /// Rounds in which two threads were inside a step at the same time.
      var overlaps = 0
      /// Rounds in which `start()` was called.
      var starts = 0

      /// The steps that made moves, and whether two threads met. It shows what the rounds are worth.
      var circumstances: Trace.Event.Mark {
        moved(
          by: ConnectionOperation.Step.allCases.filter(steps.contains), twoAtOnce: overlaps > 0)
      }

      fileprivate mutating func add(_ history: History) {
        let moves = history.moves
        rounds += 1
        steps.formUnion(moves.map(\.step))
        if history.hasOverlapped { overlaps += 1 }
        if moves.contains(where: { $0.step == .start }) { starts += 1 }
        illegalMoves += ConnectionHammer.illegalMoves(in: moves)
        if moves.max(by: { $0.number < $1.number })?.new != .finished { unfinished += 1 }
      }
    }

    // snippet: hammer
    /// Each round has a new connection. Five threads start, pause, resume, finish and cancel it.
    ///
    /// A hundred rounds make a group. The five threads wait for each other at the first connection
    /// of a group only. Then each goes through the others at its own speed.
    static func strike(rounds: Int) -> Tally {
      var tally = Tally()
      let steps = ConnectionOperation.Step.allCases
      for first in stride(from: 0, to: rounds, by: 100) {
        let histories = (first..<min(first + 100, rounds)).map { _ in History() }
        let connections = histories.map { history in
          ConnectionOperation { _, move in history.add(move) }
        }
        inThreads(steps.count) { index, meet in
          for (round, connection) in connections.enumerated() {
            let step = steps[(index + round) % steps.count]
            histories[round].during {
              if round == 0 { meet() }
              connection.make(step)
            }
          }
        }
        // Each was started and cancelled, in some order, so each must have finished.
        histories.forEach { tally.add($0) }
      }
      return tally
    }
    // end snippet

    /// A queue calls `start()`, while four threads call the other steps.
    static func strikeInQueue(rounds: Int) -> Tally {
      let queue = OperationQueue()
      var tally = Tally()
      for round in 0..<rounds {
        let history = History()
        let isFinished = Latch()
        let connection = ConnectionOperation { _, move in
          history.add(move)
          if history.isComplete { isFinished.open() }
        }
        queue.addOperation(connection)
        let steps: [ConnectionOperation.Step] = [.pause, .resume, .finish, .cancel]
        inThreads(steps.count) { index, meet in
          meet()
          connection.make(steps[(index + round) % steps.count])
        }
        _ = isFinished.wait(deadline: .seconds(5))
        tally.add(history)
      }
      return tally
    }

    /// Runs the body on that many new threads, and waits for all of them. `meet` returns when all
    /// threads have called it.
    private static func inThreads(
      _ count: Int, _ body: @escaping @Sendable (_ index: Int, _ meet: () -> Void) -> Void
    ) {
      let (here, over) = (DispatchGroup(), DispatchGroup())
      for index in 0..<count {
        here.enter()
        over.enter()
        Thread.detachNewThread {
          body(index) {
            here.leave()
            here.wait()
          }
          over.leave()
        }
      }
      over.wait()
    }

    /// The check of the moves, tried on three forged ones. The second does not begin where the first
    /// ended, and the third leaves the finished state.
    static var trial: Trace.Event.Mark {
      let forged: [ConnectionOperation.Move] = [
        .init(number: 1, step: .start, old: .ready, new: .executing),
        .init(number: 2, step: .cancel, old: .ready, new: .finished),
        .init(number: 3, step: .resume, old: .finished, new: .executing),
      ]
      return forgedMoves(illegal: illegalMoves(in: forged))
    }

    /// The number of moves that do not begin where the one before ended, or are not legal.
    ///
    /// It has a list of legal moves of its own and does not use the table that it checks.
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

    fileprivate final class History: @unchecked Sendable {
      // Not a `Mutex`: the thread sanitizer does not know it and would report a race.
      private let lock = NSLock()
      /// Guarded by `lock`.
      private var all: [ConnectionOperation.Move] = []
      // Relaxed, so that counting adds no ordering between the threads.
      private let inside = Atomic(0)
      private let overlapped = Atomic(false)

      var hasOverlapped: Bool { overlapped.load(ordering: .relaxed) }

      /// Calls a step, and notices if another thread is inside one.
      func during(_ step: () -> Void) {
        if inside.add(1, ordering: .relaxed).oldValue > 0 {
          overlapped.store(true, ordering: .relaxed)
        }
        step()
        inside.subtract(1, ordering: .relaxed)
      }

      var moves: [ConnectionOperation.Move] { lock.withLock { all } }

      /// Whether the last move was recorded, and all before it. Moves may arrive in any order.
      var isComplete: Bool {
        let moves = moves
        return moves.contains { $0.new == .finished && $0.number == moves.count }
      }

      func add(_ move: ConnectionOperation.Move) { lock.withLock { all.append(move) } }
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
