import Foundation

/// Exercises of lesson 8: priority is no order.
public enum Exercise08 {
  /// Two messages of which the second must come after the first, and a queue.
  public typealias Messages = (
    first: SceneTools.Work, second: SceneTools.Work, queue: OperationQueue
  )

  private static let errand = Errand("send", ["first", "second"], in: "messages")

  /// The scenes for the learner's `send`.
  public static let messages: Scenes<Messages, Void> = errand.scenes { ($0[0], $0[1], $1) }

  static let order = Exercise(
    8, .mend, "The second message after the first", messages, at: "Exercise08.messages",
    call: "{ send($0.first, then: $0.second, in: $0.queue) }", mistake: "order",
    requirements: errand.requirements() + [
      Requirement(
        "order", errand.order("first", "second"), in: "first-is-long", "second-is-long",
        otherwise:
          "The second message begins before the first is sent: when it was added, it did not depend "
          + "on the first. (A priority chooses among operations that are ready.)"
      ).says(
        "The second message is sent before the first begins: the first waits for the second. If "
          + "that is a dependency, it is the wrong way round: one.addDependency(two) lets one "
          + "wait for two.",
        if: .order(.ended("second"), .began("first")))
    ], view: { errand.view($0, errand.order("first", "second", in: $0)) })
}
