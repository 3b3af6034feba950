import Foundation
import OperationTesting

/// Exercises of lesson 5: what belongs together in one operation, and what does not.
public enum Exercise05 {
  /// Two halves that can be done side by side, what comes after both, and a queue.
  public typealias Job = (
    left: Stage.Work, right: Stage.Work, done: Stage.Work, queue: OperationQueue
  )

  /// What `develop` of the learner's file is called in.
  public static let develop = Scenes<Job, Void>(
    scene("slow-left", left: 2, right: 1), scene("slow-right", left: 1, right: 2),
    scene("suspended", left: 1, right: 1, isSuspended: true))

  private static func scene(
    _ name: String, left: Int, right: Int, isSuspended: Bool = false
  ) -> Scenes<Job, Void>.Scene {
    .init(name) { bench, develop in
      let usher = Usher(bench)
      bench.calling(withQueue: "darkroom", isSuspended: isSuspended) {
        develop(
          (
            usher.work("left", rounds: left), usher.work("right", rounds: right),
            bench.work("done"), $0
          ))
      }
      bench.settle()
    }
  }

  private static let works = ["left", "right", "done"]

  static let halves = Exercise(
    5, .mend, "Two halves of a picture at the same time", develop, at: "Exercise05.develop",
    call: "{ develop(left: $0.left, right: $0.right, done: $0.done, in: $0.queue) }",
    mistake: "together",
    requirements: [
      .once(
        ["slow-left": works, "slow-right": works],
        otherwise: "develop does not see to it that left, right and done are called once each."),
      Requirement(
        "together", "the two halves are developed at the same time",
        otherwise: "One half begins only when the other has ended: to its queue one operation is "
          + "one piece of work. (On Linux addExecutionBlock runs the blocks one after the other, "
          + "too.)",
        in: "slow-left", "slow-right", expect: [.together("left", "right")]),
      Requirement(
        "after", "done comes after both halves",
        otherwise: "The halves are developed at the same time now, but done does not wait for "
          + "both.",
        in: "slow-left", "slow-right",
        expect: [.each(["left", "right"]) { [.order(.ended($0), .began("done"))] }]),
      .returns(
        before: "left", in: "slow-left",
        otherwise: "Both halves are developed at the same time, but develop blocks its caller."),
      .inQueue(works, in: "suspended", "develop"),
      .sparesQueue("darkroom", until: "left", in: "slow-left", "develop"),
    ])
}
