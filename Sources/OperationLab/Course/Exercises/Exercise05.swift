import Foundation
import OperationLab
import OperationTesting

/// Exercises of lesson 5: what belongs together in one operation, and what does not.
public enum Exercise05 {
  /// Two halves that can be done side by side, what comes after both, and a queue.
  public typealias Job = (
    left: Stage.Work, right: Stage.Work, done: Stage.Work, queue: OperationQueue
  )

  /// What `develop` of the learner's file is called in.
  public static let develop = Scenes<Job, Void>(
    scene("slow-left", left: 2, right: 1), scene("slow-right", left: 1, right: 2))

  private static func scene(_ name: String, left: Int, right: Int) -> Scenes<Job, Void>.Scene {
    .init(name) { bench, develop in
      let usher = Usher(bench)
      bench.calling {
        develop(
          (
            usher.work("left", rounds: left), usher.work("right", rounds: right),
            bench.work("done"), bench.queue("darkroom")
          ))
      }
      bench.settle()
    }
  }

  static let halves = Exercise(
    5, .mend, "Two halves of a picture at the same time", develop, at: "Exercise05.develop",
    call: "{ develop(left: $0.left, right: $0.right, done: $0.done, in: $0.queue) }",
    requirements: [
      Requirement(
        "together", "the two halves are developed at the same time",
        otherwise: "The second half is begun only when the first is over: one operation is one "
          + "piece of work to its queue. (On Linux not even addExecutionBlock runs two blocks side "
          + "by side.)"
      ) {
        let run = try $0["slow-left"]
        let begins = [try run.first(.began, of: "left"), try run.first(.began, of: "right")]
        let end = try run.trace.firstEnd(of: ["left", "right"], in: run)
        return .confirmed(
          if: begins.allSatisfy { $0.seq < end.seq }, "both have begun before either ends",
          otherwise: "one ends before the other begins", begins + [end])
      },
      Requirement(
        "after", "done comes after both halves",
        otherwise: "The halves are developed side by side now, but done does not wait for both."
      ) {
        let left = try $0["slow-left"].order(.ended, "left", before: .began, "done")
        let right = try $0["slow-right"].order(.ended, "right", before: .began, "done")
        return left.verdict == .confirmed ? right : left
      },
      Requirement(
        "comes-back", "develop comes back while the halves are being developed",
        otherwise: "Both halves are developed side by side, but the caller is kept waiting."
      ) { try $0["slow-left"].order(.returned, Stage.learner, before: .ended, "left") },
    ])
}

extension Trace {
  /// The first end of any of these.
  fileprivate func firstEnd(of subjects: Set<String>, in run: Run) throws -> Evidence {
    guard let event = events.first(where: { $0.kind == .ended && subjects.contains($0.subject) })
    else { throw MissingEvidence.premise("one of them ends", program: run.program) }
    return Evidence(program: run.program, event: event)
  }
}
