import Foundation

/// Exercises of lesson 8: priority is no order.
public enum Exercise08 {
  /// Two messages of which the second must come after the first, and a queue.
  public typealias Messages = (first: Stage.Work, second: Stage.Work, queue: OperationQueue)

  /// What `send` of the learner's file is called in.
  public static let messages = Scenes<Messages, Void>(
    .init("two-messages") { bench, send in
      let usher = Usher(bench)
      bench.calling {
        send((usher.work("first"), usher.work("second"), bench.queue("messages")))
      }
      bench.settle()
    })

  static let order = Exercise(
    8, .mend, "The second message after the first", messages, at: "Exercise08.messages",
    call: "{ send($0.first, then: $0.second, in: $0.queue) }",
    requirements: [
      Requirement(
        "order", "the first message is sent before the second begins",
        otherwise: "Both messages are sent at the same time, or the second one first: a priority "
          + "chooses among those that are ready, and makes nobody wait."
      ) { try $0["two-messages"].order(.ended, "first", before: .began, "second") },
      Requirement(
        "comes-back", "send comes back before the first message is sent",
        otherwise: "The order is right now, but the caller is kept waiting until the first message "
          + "is sent."
      ) { try $0["two-messages"].order(.returned, Stage.learner, before: .ended, "first") },
    ])
}
