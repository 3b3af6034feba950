import OperationLab
import OperationTesting

// Moments and premises of several claims.
extension Lesson19 {
  static let firstRequest = Trace.Moment.marked(like: asks(1, range: nil), by: "server")
  static let secondRequest = firstRequest.after(firstRequest)

  /// `film` and, behind it, `next` were added to a queue of one slot.
  static let filmBeforeNext: [Trace.Condition] = [
    .added("film", to: "downloads", width: 1),
    .added("next", to: "downloads", width: 1, dependencies: []),
    .order(.added("film"), .added("next")),
  ]

  static let pausedConnection = Trace.Moment.event(
    .observed, of: "film", .mark(isPaused(with: Film.firstPart)))
  static let lookWhilePaused = Trace.Moment.settled(
    "film", after: .marked(connectionIsGone, by: "server"))

  static let firstAttempt = [waits(attempt: 1), runs, hasProgress]
}

// The operation that article B links.
extension Lesson19 {
  static let cancelReturns = Trace.Moment.event(
    .observed, of: "song", .mark(inherits(isCancelled: true)))
  static let afterCancel = Trace.Moment.observed("song").after(cancelReturns)

  /// `song` was cancelled in its queue, which started it after that; its task was gone by then.
  static let cancelledInQueue: [Trace.Condition] = [
    .added("song", to: "downloads", dependencies: []),
    .order(.added("song"), cancelReturns, afterCancel, .started("song")),
    .differentThreads(.added("song"), .started("song")), .marks([wasNotAsked], by: "server"),
  ]
}

// The count that article B compares with the width.
extension Lesson19 {
  static let countBefore = Trace.Moment.marked(like: operationCount(0), by: "manager")

  static let countsBelowWidth = Trace.Condition("operationCount was below 2 when c started") {
    run in
    let counts = run.all(.noted, of: "manager").filter {
      $0.mark?.isLike(operationCount(0)) == true
    }
    let numbers = counts.flatMap { $0.mark?.numbers ?? [] }
    return .init(
      numbers.contains { $0 < 2 },
      "operationCount was \(numbers.map(String.init).joined(separator: " and ")) when c started",
      counts)
  }
}
