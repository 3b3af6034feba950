import Foundation
import Synchronization
import Testing

@testable import OperationCourse
@testable import OperationLab

@Suite("A connection operation", .repeatable)
struct ConnectionOperationTests {
  private typealias State = ConnectionOperation.State
  private typealias Step = ConnectionOperation.Step

  @Test("has one table of moves, and no move leads away from finished")
  func table() {
    let states: [State] = [
      .ready, .executing, .paused(hasStarted: false), .paused(hasStarted: true), .finished,
    ]
    var lines: [String] = []
    for isCancelled in [false, true] {
      for state in states {
        for step in Step.allCases {
          guard let new = state.after(step, isCancelled: isCancelled) else { continue }
          let mark = isCancelled ? "cancelled: " : ""
          lines.append("\(mark)\(state), \(step.rawValue): \(new)")
        }
      }
    }
    #expect(
      lines == [
        "ready, start: executing",
        "ready, pause: paused before its start",
        "executing, pause: paused",
        "executing, finish: finished",
        "executing, cancel: finished",
        "paused before its start, start: paused",
        "paused before its start, resume: ready",
        "paused before its start, cancel: ready",
        "paused, resume: executing",
        "paused, finish: finished",
        "paused, cancel: finished",
        "cancelled: ready, start: finished",
        "cancelled: executing, finish: finished",
        "cancelled: executing, cancel: finished",
        "cancelled: paused before its start, start: finished",
        "cancelled: paused before its start, resume: ready",
        "cancelled: paused before its start, cancel: ready",
        "cancelled: paused, finish: finished",
        "cancelled: paused, cancel: finished",
      ])
  }

  @Test("makes no illegal move in 10,000 rounds, and finishes in each")
  func hammered() {
    let tally = Lesson15.ConnectionHammer.strike(rounds: 10_000)
    #expect(tally.rounds == 10_000 && tally.illegalMoves == 0 && tally.unfinished == 0)
  }

  @Test("makes none in a queue either")
  func hammeredInQueue() {
    let tally = Lesson15.ConnectionHammer.strikeInQueue(rounds: 100)
    #expect(tally.rounds == 100 && tally.illegalMoves == 0 && tally.unfinished == 0)
  }

  @Test("is hammered by something that notices a move from finished, a gap and a wrong beginning")
  func hammerNotices() {
    func illegal(_ moves: [(Int, State, State)]) -> Int {
      Lesson15.ConnectionHammer.illegalMoves(
        in: moves.map { .init(number: $0.0, step: .start, old: $0.1, new: $0.2) })
    }
    #expect(illegal([(1, .ready, .executing), (2, .executing, .finished)]) == 0)
    #expect(illegal([(2, .executing, .finished), (1, .ready, .executing)]) == 0)
    #expect(illegal([(1, .ready, .finished), (2, .finished, .executing)]) == 1)
    #expect(illegal([(1, .ready, .executing), (3, .executing, .finished)]) == 1)
    #expect(illegal([(1, .executing, .finished)]) == 1)
    #expect(illegal([(1, .ready, .executing), (2, .ready, .finished)]) == 1)
  }

  @Test("is not started by its queue while it is paused, and is once resumed")
  func pausedInQueue() {
    let started = Latch()
    let connection = ConnectionOperation { connection, move in
      guard move.new == .executing else { return }
      started.open()
      connection.finish()
    }
    let queue = OperationQueue()
    connection.pause()
    #expect(!connection.isReady)
    queue.addOperation(connection)
    let marker = Latch()
    queue.addOperation { marker.open() }
    #expect(marker.wait(deadline: longEnough))
    #expect(connection.state == .paused(hasStarted: false))
    connection.resume()
    #expect(started.wait(deadline: longEnough))
    connection.waitUntilFinished()
    #expect(connection.state == .finished)
  }

  @Test("leaves its queue when it is cancelled while paused, before its start and after it")
  func cancelledWhilePaused() {
    for isStarted in [false, true] {
      let (reached, over) = (Latch(), Latch())
      let connection = ConnectionOperation { _, move in
        if move.new == .executing { reached.open() }
        if move.new == .finished { over.open() }
      }
      let queue = OperationQueue()
      if !isStarted { connection.pause() }
      queue.addOperation(connection)
      if isStarted {
        #expect(reached.wait(deadline: longEnough))
        connection.pause()
      }
      #expect(connection.isPaused)
      connection.cancel()
      #expect(over.wait(deadline: longEnough))
      #expect(connection.isCancelled && connection.isFinished)
    }
  }

  @Test("may be read and changed inside its own callback")
  func reentrancy() {
    let heard = Mutex<[String]>([])
    let connection = ConnectionOperation { connection, move in
      heard.withLock { $0.append("\(move.number) \(move.old) → \(connection.state)") }
      if move.step == .start { connection.pause() }
      if move.step == .pause { connection.resume() }
      if move.step == .resume { connection.cancel() }
    }
    connection.start()
    #expect(
      heard.withLock { $0 } == [
        "1 ready → executing", "2 executing → paused", "3 paused → executing",
        "4 executing → finished",
      ])
  }

  @Test("posts its start and its end, each once, and no start when it never began")
  func notifications() {
    let center = NotificationCenter()
    let start = ConnectionOperation.didStart.rawValue
    let end = ConnectionOperation.didFinish.rawValue
    let heard = Mutex<[String]>([])
    let names = [ConnectionOperation.didStart, ConnectionOperation.didFinish]
    let tokens = names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        heard.withLock { $0.append(notification.name.rawValue) }
      }
    }
    defer { tokens.forEach(center.removeObserver) }
    let connection = ConnectionOperation(center: center)
    connection.finish()
    connection.start()
    connection.pause()
    connection.resume()
    connection.start()
    connection.finish()
    connection.finish()
    #expect(heard.withLock { $0 } == [start, end])
    let cancelled = ConnectionOperation(center: center)
    cancelled.cancel()
    #expect(!cancelled.isFinished)
    cancelled.start()
    #expect(heard.withLock { $0 } == [start, end, end])
  }

  @Test("has no dependencies any more once it is finished")
  func forgetsDependencies() {
    let (first, second) = (ConnectionOperation(), ConnectionOperation())
    second.addDependency(first)
    second.cancel()
    #expect(second.dependencies == [first])
    second.start()
    #expect(second.isFinished && second.dependencies == [])
  }
}
