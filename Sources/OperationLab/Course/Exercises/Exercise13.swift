import Foundation
import OperationLab

/// Exercises of lesson 13: an operation is good for one run.
public enum Exercise13 {
  /// The work, which says whether it went well, and a queue.
  public typealias Upload = (attempt: @Sendable () -> Bool, queue: OperationQueue)

  /// What `upload` of the learner's file is called in: the third attempt goes well.
  public static let upload = Scenes<Upload, Void>(
    .init("third-attempt") { bench, upload in
      let attempts = Locked(0)
      let log = bench.log("attempt")
      bench.calling {
        upload(
          (
            {
              let number = attempts.withLock {
                $0 += 1
                return $0
              }
              log(.began, note: "number \(number)")
              return number >= 3
            }, bench.queue("uploads")
          ))
      }
      bench.settle()
    })

  static let retry = Exercise(
    13, .mend, "Try again with a new operation", upload, at: "Exercise13.upload",
    call: "{ upload($0.attempt, in: $0.queue) }",
    requirements: [
      Requirement(
        "no-trap", "no operation is used twice",
        otherwise: "The process is ended by Foundation: an operation that has begun or finished "
          + "cannot be put into a queue again."
      ) {
        let run = try $0["third-attempt"]
        let attempt = try run.first(.began, of: "attempt")
        return .confirmed(
          if: run.outcome != .traps, "nothing trapped",
          otherwise: run.fatalMessage ?? "it trapped", [attempt])
      },
      Requirement(
        "until-it-works", "it is tried until it goes well, and then no more",
        otherwise:
          "It does not trap any more, but it is not tried exactly until it goes well: three "
          + "attempts were needed."
      ) { try $0["third-attempt"].count(.began, "attempt", is: 3) },
    ])
}
