import OperationLab
import OperationTesting

// The loader's calls, which look in memory before they return.
extension Lesson21 {
  static let asks = (1...4).map { "ask \($0)" }

  /// The look in memory during a call of `load()`.
  static func lookInMemory(_ ask: String) -> Trace.Moment {
    let isThere = ask == "ask 2" || ask == "ask 4"
    return .marked(isThere ? has("/p") : lacks("/p"), by: "memory").after(.began(ask))
  }

  static let eachAskLooksInMemoryOnce: [Trace.Condition] = [
    .marks([lacks("/p"), has("/p"), isEmptied, lacks("/p"), has("/p")], by: "memory"),
    .each(asks) { [.order(.began($0), lookInMemory($0), .ended($0))] },
  ]

  /// The second call is answered before it returns.
  static let answeredFromMemory: [Trace.Condition] = [
    .order(.began("ask 2"), .marked(gets(from: "memory"), by: "ask 2"), .ended("ask 2")),
    .sameThread(.began("ask 2"), .marked(gets(from: "memory"), by: "ask 2")),
  ]
}

// Looks on disk.
extension Lesson21 {
  static let lookInQueue = Trace.Moment.marked(lookIs(inQueue: true), by: "disk")

  static let bothGiven = Trace.Condition.order(
    .marked(isGiven, by: "look 1"), .marked(isGiven, by: "look 2"))

  /// The second look's token, a bare operation, was cancelled while the first look took its time.
  static let cancelledWhileWaiting: [Trace.Condition] = [
    .happens(.event(.noted, of: "token", .type("Operation", isAsynchronous: false))),
    .state([.ready, .cancelled], at: .cancelled("token")),
    .order(.began("look 1"), .cancelled("token"), .ended("look 1")),
    .order(.marked(isGiven, by: "look 2"), .cancelled("token")),
  ]
}

// Eight downloads, whose replies the server holds.
extension Lesson21 {
  static let pictures = (1...8).map { "picture \($0)" }
  static let replies = (1...8).map { "reply \($0)" }

  static let restWhileHeld = Trace.Moment.marked(like: holds(atRest: 0), by: "server")

  /// When the process was idle, so many replies were held, and none had been sent.
  static func heldAtRest(_ count: Int) -> Trace.Condition {
    .each(Array(replies.prefix(count))) { [.order(.began($0), restWhileHeld, .ended($0))] }
  }

  static let allAddedBeforeRest: [Trace.Condition] = [
    .added(pictures, to: "downloads", width: 6),
    .each(pictures) { [.order(.added($0), restWhileHeld)] },
  ]
}

// Two downloads in one slot.
extension Lesson21 {
  static let firstConnectionIsGone = Trace.Moment.event(
    .ended, of: "reply 1", .mark(connectionIsGone))

  /// `picture 1` was cancelled while it held the only slot, and the server noticed.
  static let firstIsCancelled: [Trace.Condition] = [
    .added(["picture 1", "picture 2"], to: "downloads", width: 1, dependencies: []),
    .state([.ready, .executing, .cancelled], at: .cancelled("picture 1")),
    .order(.cancelled("picture 1"), firstConnectionIsGone), .noTimeout,
  ]
}
