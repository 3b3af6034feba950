import Foundation
import OperationLab
import OperationTesting

// What exercises have in common whose function is given pieces of work and a queue of its caller's.
extension Bench {
  /// Calls the learner's code with a queue in which the caller has work of its own, `guest`.
  ///
  /// - Parameters:
  ///   - name: the name of the queue.
  ///   - isSuspended: whether the queue is suspended until nothing more can happen.
  ///   - meanwhile: called while it is.
  @discardableResult
  func calling<Result>(
    withQueue name: String, isSuspended: Bool = false, meanwhile: (Result) -> Void = { _ in },
    _ learner: (OperationQueue) -> Result
  ) -> Result {
    let queue = queue(name, width: Stage.width)
    let isResumed = gate(Stage.resumed)
    if isSuspended { queue.isSuspended = true }
    let result = calling { learner(queue) }
    if isSuspended {
      settle()
      meanwhile(result)
      settle()
      isResumed.open()
      queue.isSuspended = false
    }
    queue.addOperation(block(Stage.guest))
    return result
  }
}

extension Stage {
  /// How many operations the caller's queue runs at a time: more than any solution needs.
  fileprivate static let width = 9
  fileprivate static let resumed = "the queue may run"
  /// An operation of the caller's in the same queue.
  static let guest = "guest"
}

extension Requirement {
  /// The function returns while that work goes on, and its thread sleeps in no other way either.
  static func returns(before work: String, in scene: String, otherwise message: String) -> Self {
    Self(
      "comes-back", "the caller is not blocked", otherwise: message, in: scene,
      expect: [.returnsWithoutSleep, .order(.returned(Stage.learner), .ended(work))])
  }

  /// In each of these scenes those pieces of work are done once.
  static func once(
    _ scenes: KeyValuePairs<String, [String]>, id: String = "once", otherwise message: String
  ) -> Self {
    Self(id, "each piece of work is done once", otherwise: message) {
      try scenes.map { Scenario($0.key, given: [], expect: [.once($0.value)]) }.judgement(on: $0)
    }
  }

  /// No piece begins while the caller's queue is suspended.
  static func inQueue(_ works: [String], in scene: String, _ function: String) -> Self {
    Self(
      "in-queue", "all work is done in the queue",
      otherwise: "\(function) does not leave all of the work to the caller's queue: some of it "
        + "begins although the caller has suspended the queue.",
      in: scene,
      expect: [.each(works) { [.order(.opened(Stage.resumed), .began($0))] }])
  }

  /// Work of the caller's runs in the same queue while that work goes on.
  static func sparesQueue(
    _ queue: String, until work: String, in scene: String, _ function: String
  ) -> Self {
    Self(
      "spares-queue", "the queue still runs other operations of the caller's",
      otherwise: "\(function) changes the caller's queue: another operation that the caller puts "
        + "into it does not begin, although the queue could run it.",
      in: scene,
      expect: [
        .order(.began(Stage.guest), .ended(work)), .keepsWidth(Stage.width, queue),
      ])
  }
}

extension Trace.Condition {
  /// Each piece of work has begun and ended once, and nothing more can happen.
  static func once(_ works: [String]) -> Self {
    Self("once: \(works.joined(separator: ", "))") { run in
      let end = try run.rest()
      for work in works {
        let (begins, ends) = (run.all(.began, of: work), run.all(.ended, of: work))
        if begins.count != 1 || ends.count != 1 {
          return Outcome(false, "\(work) began \(begins.count)×", begins + ends + [end])
        }
      }
      return Outcome(true, "once each", works.flatMap { run.all(.ended, of: $0) })
    }
  }

  /// Both pieces of work have begun before either ends.
  static func together(_ one: String, _ other: String) -> Self {
    .all(
      "\(one) and \(other) go on at the same time", .order(.began(one), .ended(other)),
      .order(.began(other), .ended(one)))
  }

  /// The learner's function returns, and the main thread waits for no timer before that.
  static var returnsWithoutSleep: Self {
    Self("the function returns without a sleep") { run in
      let end = try run.first(.returned, of: Stage.learner)
      let sleeps = run.all(.waiting, of: Stage.learner)
        .filter { $0.thread == end.thread && $0.seq < end.seq }
      return Outcome(sleeps.isEmpty, "the main thread waited for a timer", sleeps + [end])
    }
  }
}
