import Foundation
import OperationTesting

/// Exercises of lesson 8: priority is no order.
public enum Exercise08 {
  /// Two messages of which the second must come after the first, and a queue.
  public typealias Messages = (first: Stage.Work, second: Stage.Work, queue: OperationQueue)

  /// What `send` of the learner's file is called in.
  public static let messages = Scenes<Messages, Void>(
    scene("long-first", first: 2, second: 1), scene("long-second", first: 1, second: 2),
    scene("suspended", first: 1, second: 1, isSuspended: true))

  private static func scene(
    _ name: String, first: Int, second: Int, isSuspended: Bool = false
  ) -> Scenes<Messages, Void>.Scene {
    .init(name) { bench, send in
      let usher = Usher(bench)
      bench.calling(withQueue: "messages", isSuspended: isSuspended) {
        send((usher.work("first", rounds: first), usher.work("second", rounds: second), $0))
      }
      bench.settle()
    }
  }

  private static let works = ["first", "second"]

  static let order = Exercise(
    8, .mend, "The second message after the first", messages, at: "Exercise08.messages",
    call: "{ send($0.first, then: $0.second, in: $0.queue) }", mistake: "order",
    requirements: [
      .once(
        ["long-first": works, "long-second": works],
        otherwise: "send does not send both messages once each."),
      Requirement(
        "order", "the first message is sent before the second begins",
        otherwise: "The second message begins before the first is sent: a priority chooses among "
          + "operations that are ready, and makes none of them wait.",
        in: "long-first", "long-second", expect: [.order(.ended("first"), .began("second"))]),
      .returns(
        before: "first", in: "long-first",
        otherwise: "The order is right now, but send blocks its caller."),
      .inQueue(works, in: "suspended", "send"),
      .sparesQueue("messages", until: "first", in: "long-first", "send"),
    ])
}
