import Foundation

/// Exercises of lesson 5: what belongs together in one operation, and what does not.
public enum Exercise05 {
  /// Two halves that can be done side by side, what comes after both, and a queue.
  public typealias Job = (
    left: SceneTools.Work, right: SceneTools.Work, done: SceneTools.Work, queue: OperationQueue
  )

  private static let errand = Errand("develop", ["left", "right", "done"], in: "darkroom")

  /// The scenes for the learner's `develop`.
  public static let develop: Scenes<Job, Void> = errand.scenes { ($0[0], $0[1], $0[2], $1) }

  static let halves = Exercise(
    5, .mend, "Two halves of a picture at the same time", develop, at: "Exercise05.develop",
    call: "{ develop(left: $0.left, right: $0.right, done: $0.done, in: $0.queue) }",
    mistake: "together",
    requirements: errand.requirements() + [
      Requirement(
        "together", errand.together("left", "right"), in: "first-is-long", "second-is-long",
        otherwise: "One half begins only when the other has ended. To its queue one operation is "
          + "one piece of work: make two, of which none waits for the other. (On Linux the blocks "
          + "of addExecutionBlock run one after the other.)"),
      Requirement(
        "after", "done comes after both halves",
        otherwise: "The halves are developed at the same time now, but done does not wait for "
          + "both.",
        in: "first-is-long", "second-is-long",
        expect: [.each(["left", "right"]) { [.order(.ended($0), .began("done"))] }]),
    ],
    view: {
      errand.view(
        $0, errand.together("left", "right", in: $0), errand.order("left", "done", in: $0),
        errand.order("right", "done", in: $0))
    })
}
