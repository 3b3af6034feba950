import Foundation
import OperationLab
import OperationTesting

/// Exercises of lesson 13: an operation is good for one run.
public enum Exercise13 {
  /// The work, which says whether it went well, and a queue.
  public typealias Upload = (attempt: @Sendable () -> Bool, queue: OperationQueue)

  /// How many attempts the files of each scene need.
  private static let needed = ["at-first": [1], "later": [5], "two-files": [2, 4]]

  /// What `upload` of the learner's file is called in.
  public static let upload = Scenes<Upload, Void>(
    uploading("at-first"), uploading("later"), uploading("two-files", width: 1))

  /// The work was done, and no operation of the queue was under way.
  private static let outside: Event.Mark = "tried outside the queue"

  private static func file(_ index: Int) -> String { "file\(index + 1)" }

  private static func uploading(
    _ name: String, width: Int = OperationQueue.defaultMaxConcurrentOperationCount
  ) -> Scenes<Upload, Void>.Scene {
    .init(name) { bench, upload in
      let queue = bench.queue("uploads", width: width)
      let mayEnd = bench.gate("attempts may end", isTraced: false)
      for (index, needed) in (needed[name] ?? []).enumerated() {
        let log = bench.log(file(index))
        let attempts = Locked(0)
        let attempt: @Sendable () -> Bool = {
          let number = attempts.withLock {
            $0 += 1
            return $0
          }
          if queue.operationCount == 0 { log(outside) }
          log(.began, note: "number \(number)")
          mayEnd.wait()
          log(.ended)
          return number >= needed
        }
        bench.elsewhere { bench.calling { upload((attempt, queue)) } }
        bench.settle()
      }
      mayEnd.open()
      bench.settle()
    }
  }

  private static func inEach(
    _ id: String, _ statement: String, otherwise message: String,
    judge: @escaping @Sendable (Run, [Int]) throws -> Judgement
  ) -> Requirement {
    Requirement(id, statement, otherwise: message) { runs in
      .all(try upload.all.map { try judge(runs[$0.name], needed[$0.name] ?? []) })
    }
  }

  static let retry = Exercise(
    13, .mend, "Try again with a new operation", upload, at: "Exercise13.upload",
    call: "{ upload($0.attempt, in: $0.queue) }",
    requirements: [
      inEach(
        "no-trap", "no operation is used twice",
        otherwise: "The process is ended by Foundation: an operation that has begun or finished "
          + "cannot be put into a queue again."
      ) { run, _ in
        let attempt = try run.first(.began, of: file(0))
        let trap = run.outcome == .traps ? run.fatalMessage ?? "" : nil
        try run.require(trap?.contains("enqueue") != false, "nothing else ended the process")
        return .confirmed(
          if: trap == nil, "nothing trapped", otherwise: trap ?? "it trapped", [attempt])
      },
      inEach(
        "until-it-works", "it is tried until it goes well, and then no more",
        otherwise:
          "It does not trap any more, but it is not tried exactly until it goes well. Does it stop "
          + "too early, or go on too long?"
      ) { run, needed in
        .all(try needed.indices.map { try run.count(.began, file($0), is: needed[$0]) })
      },
      inEach(
        "in-the-queue", "every attempt is made in the queue",
        otherwise: "It is tried until it goes well, but not in the queue: while attempt is called, "
          + "no operation of the queue is under way."
      ) { run, needed in
        let all = needed.indices.flatMap { run.all(.noted, of: file($0)) }
        let began = try run.first(.began, of: file(0))
        return .confirmed(
          if: all.isEmpty, "in the queue", otherwise: "outside", all + [began])
      },
      inEach(
        "returns", "upload returns while the first attempt is made",
        otherwise: "upload blocks its caller until the work is done; it is to return at once."
      ) { run, _ in try run.order(.returned, Stage.learner, before: .ended, file(0)) },
    ])
}
