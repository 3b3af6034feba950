import OperationLab
import OperationTesting

// What the claims presuppose: an operation that ends later, and two threads at once.
extension Lesson10 {
  /// The process was idle after `start()` of first had returned, and before its transfer answered.
  static let idleAtWork: Trace.Moment = .settled("first", after: .returned("first"))

  /// The program read at that time what first returns.
  static let lookAtWork: Trace.Moment = .observed("first").after(idleAtWork)

  /// first is in a queue of one slot with next behind it. Its `start()` has returned, and it ends
  /// later, on another thread.
  static let endsLater: [Trace.Condition] = [
    .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
    .order(.started("first"), .returned("first"), idleAtWork, lookAtWork, .finished("first")),
    .differentThreads(.started("first"), .finished("first")),
    .place("downloads", at: idleAtWork), .flags(.finished, at: .finished("first")),
  ]

  /// first posted the notification of its end under that key, and under no other that its queue
  /// might know. Without a key it posted none.
  static func announcesEnd(as key: String?) -> [Trace.Condition] {
    let others: [String] = ["isFinished", "finished"].filter { $0 != key }
    let silence = others.map { Trace.Condition.never(.announced($0, by: "first")) }
    guard let key else { return silence }
    return silence + [.happens(.announced(key, by: "first").after(.finished("first")))]
  }

  /// first sent so many requests.
  static func requestsGoOut(_ count: Int) -> Trace.Condition {
    Trace.Condition("\(count) requests went out") { run in
      let requests = run.all(.noted, of: "first").filter { $0.mark == requestGoesOut }
      return .init(requests.count == count, "\(requests.count) requests went out", requests)
    }
  }

  /// Another thread ended the work before `start()` had returned.
  static func overtaken(executing: Trace.Moment) -> [Trace.Condition] {
    [
      .added("first", to: "downloads", dependencies: []),
      .sameThread(.started("first"), .marked(requestGoesOut, by: "first"), executing),
      .differentThreads(.started("first"), .finished("first")),
      .state([.ready, .finished], at: .finished("first")),
      .order(.marked(requestGoesOut, by: "first"), .finished("first"), .returned("first")),
    ]
  }

  /// The program read the state of first before that property changed.
  static func beforeChange(of key: String) -> Trace.Moment {
    .event(.observed, of: "first", .mark(isAboutToChange(key)))
  }

  /// The transfer was about to end first when another thread cancelled it. A further cancel() came
  /// when first had finished, and delivered nothing.
  static let twoWantToEnd: [Trace.Condition] = [
    .added("first", to: "downloads", dependencies: []),
    .state([.ready, .executing, .cancelled], at: .cancelled("first")),
    .order(
      .started("first"), .marked(wants("a picture"), by: "first"), .cancelled("first"),
      .marked(wants("an error"), by: "first"), .marked(wants("an error"), by: "first").last),
    .differentThreads(
      .marked(wants("a picture"), by: "first"), .marked(wants("an error"), by: "first")),
    .sameThread(.cancelled("first"), .marked(wants("an error"), by: "first")),
    .order(
      .cancelled("first"), .finished("first"), .marked(wants("an error"), by: "first").last),
    .each(["a picture", "an error"]) { result in
      [
        .ifEver(
          .marked(delivers(result), by: "first"),
          .order(
            .marked(delivers(result), by: "first").last,
            .marked(wants("an error"), by: "first").last))
      ]
    },
  ]

  /// first was cancelled before its queue started it. It did no work, and finished.
  static let cancelledBeforeStart: [Trace.Condition] = [
    .added("first", to: "downloads"), .state([.ready, .cancelled], at: .started("first")),
    .never(.marked(step(1), by: "first")),
    .state([.ready, .finished, .cancelled], at: .settled("first")),
    .place(nil, at: .settled("first")),
  ]

  /// next read the state of first when first had posted isFinished.
  static let nextLooksAtTheEnd: [Trace.Condition] = [
    .added(["first", "next"], to: "downloads", width: 1, dependencies: []),
    .order(.announced("isFinished", by: "first"), .observed("look")),
    .flags(.finished, at: .observed("look")),
  ]

  /// The program looked at first and its queue while `start()` was at work.
  static let meanwhile: Trace.Moment = .observed("first").after(.marked(step(1), by: "first"))

  /// The program looked again when the process was idle after `start()` had returned.
  static let afterwards: Trace.Moment = .observed("first").after(idleAtWork)
}
