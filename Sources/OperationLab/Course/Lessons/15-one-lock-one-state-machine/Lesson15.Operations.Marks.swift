import OperationLab

// What the programs record about themselves.
extension Lesson15 {
  /// The kinds of locks, and what each records.
  enum Lock: String, Sendable {
    case plain = "plain lock"
    case recursive = "recursive lock"
    case mutex
    case semaphore

    var taken: Trace.Event.Mark { .init("{} taken", .text(rawValue)) }
    var givenBack: Trace.Event.Mark { .init("{} given back", .text(rawValue)) }

    /// What a thread waits for that finds a lock taken.
    static let untilFree = Trace.Event.Wait.other("until it is free")
  }

  static let afterStart: Trace.Event.Mark = "after start()"
  static let isTaken: Trace.Event.Mark = "taken"
  static let isFree: Trace.Event.Mark = "free for others"
  static let noLock: Trace.Event.Mark = "finds no lock"

  static let callsCancel: Trace.Event.Mark = "somebody calls cancel()"
  static let isCalledBack: Trace.Event.Mark = "is called back, and cancels"
  static let isTold: Trace.Event.Mark = "is told that it executes, and cancels"
  static let isBack: Trace.Event.Mark = "is back"

  static let seesEnd: Trace.Event.Mark = "sees the end"
  static let observerCalled: Trace.Event.Mark = "waits for the main thread to draw"
  static let goesOn: Trace.Event.Mark = "goes on"
  static let asksFinished: Trace.Event.Mark = "asks isFinished"

  static func isFinished(_ answer: Bool) -> Trace.Event.Mark {
    .init("isFinished is {}", .text("\(answer)"))
  }

  /// A connection makes a move.
  static func step(
    _ step: ConnectionOperation.Step, from old: ConnectionOperation.State,
    to new: ConnectionOperation.State
  ) -> Trace.Event.Mark {
    .init("{}: {} → {}", .text("\(step)"), .text("\(old)"), .text("\(new)"))
  }

  /// The handler of a connection returns.
  static func hasTold(of step: ConnectionOperation.Step) -> Trace.Event.Mark {
    .init("has told of {}", .text("\(step)"))
  }

  /// What came of many rounds in which threads call `start()` and the rest.
  static func result(rounds: Int, illegal: Int = 0, unfinished: Int = 0) -> Trace.Event.Mark {
    .init(
      "{} rounds: {} illegal moves, {} not finished", .number(rounds), .number(illegal),
      .number(unfinished))
  }

  /// The same where a queue calls `start()`.
  static func queueResult(rounds: Int, illegal: Int = 0, unfinished: Int = 0) -> Trace.Event.Mark {
    .init(
      "in a queue, {} rounds: {} illegal moves, {} not finished", .number(rounds),
      .number(illegal), .number(unfinished))
  }

  /// The steps that made moves, and whether two threads took one at once.
  static func moved(by steps: [ConnectionOperation.Step], twoAtOnce: Bool) -> Trace.Event.Mark {
    .init(
      twoAtOnce ? "moved by {}; two threads at once" : "moved by {}; never two threads at once",
      .list(steps.map(\.rawValue)))
  }

  /// In so many rounds the queue called `start()`.
  static func startedByQueue(_ rounds: Int) -> Trace.Event.Mark {
    .init("in a queue, {} started by the queue", .number(rounds))
  }

  /// How many of three forged moves the check of the moves finds illegal.
  static func forgedMoves(illegal: Int) -> Trace.Event.Mark {
    .init("three forged moves: {} illegal", .number(illegal))
  }
}
