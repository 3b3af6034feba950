import Foundation

/// Exercises of lesson 8: priority is no order.
public enum Exercise08 {
  /// Two messages of which the second must come after the first, and a queue.
  public typealias Messages = (
    first: SceneTools.Work, second: SceneTools.Work, queue: OperationQueue
  )

  /// The scenes for the learner's `send`.
  public static let messages = Scenes<Messages, Void>.working("send", works, in: "messages") {
    ($0[0], $0[1], $1)
  }

  private static let works = ["first", "second"]

  static let order = Exercise(
    8, .mend, "The second message after the first", messages, at: "Exercise08.messages",
    call: "{ send($0.first, then: $0.second, in: $0.queue) }", mistake: "order",
    requirements: .work(
      of: "send", in: "messages",
      ["first-is-slow": works, "second-is-slow": works, "suspended": works]) + [
        Requirement(
          "order", "the first message is sent before the second begins",
          otherwise:
            "The second message begins before the first is sent: when it was added, it did not depend "
            + "on the first. (A priority chooses among operations that are ready.)",
          in: "first-is-slow", "second-is-slow",
          expect: [.order(.ended("first"), .began("second"))]
        ).says(
          "The second message is sent before the first begins: the first waits for the second. If "
            + "that is a dependency, it is the wrong way round: one.addDependency(two) lets one "
            + "wait for two.",
          if: .order(.ended("second"), .began("first")))
      ])
}
