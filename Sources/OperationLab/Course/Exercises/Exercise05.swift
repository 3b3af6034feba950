import Foundation

/// Exercises of lesson 5: what belongs together in one operation, and what does not.
public enum Exercise05 {
  /// Two halves that can be done side by side, what comes after both, and a queue.
  public typealias Job = (
    left: SceneTools.Work, right: SceneTools.Work, done: SceneTools.Work, queue: OperationQueue
  )

  /// The scenes for the learner's `develop`.
  public static let develop = Scenes<Job, Void>.working("develop", works, in: "darkroom") {
    ($0[0], $0[1], $0[2], $1)
  }

  private static let works = ["left", "right", "done"]

  static let halves = Exercise(
    5, .mend, "Two halves of a picture at the same time", develop, at: "Exercise05.develop",
    call: "{ develop(left: $0.left, right: $0.right, done: $0.done, in: $0.queue) }",
    mistake: "together",
    requirements: .work(
      of: "develop", in: "darkroom",
      ["left-is-slow": works, "right-is-slow": works, "suspended": works]) + [
        Requirement(
          "together", "the two halves are developed at the same time",
          otherwise: "One half begins only when the other has ended. To its queue one operation is "
            + "one piece of work: make two, of which none waits for the other. (On Linux the blocks "
            + "of addExecutionBlock run one after the other.)",
          in: "left-is-slow", "right-is-slow", expect: [.together("left", "right")]),
        Requirement(
          "after", "done comes after both halves",
          otherwise: "The halves are developed at the same time now, but done does not wait for "
            + "both.",
          in: "left-is-slow", "right-is-slow",
          expect: [.each(["left", "right"]) { [.order(.ended($0), .began("done"))] }]),
      ])
}
