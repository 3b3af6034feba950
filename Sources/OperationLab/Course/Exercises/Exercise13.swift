import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 13: an operation is good for one run.
public enum Exercise13 {
  /// The work, which says whether it went well, and a queue.
  public typealias Upload = (attempt: @Sendable () -> Bool, queue: OperationQueue)

  /// How many attempts the files of each scene need.
  private static let needed = ["at-first": [1], "later": [5], "two-files": [2, 4]]

  /// The scenes for the learner's `upload`.
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
        bench.elsewhere { bench.calling("upload") { upload((attempt, queue)) } }
        bench.settle()
      }
      mayEnd.open()
      bench.settle()
    }
  }

  /// The same in each scene, of which something else may be expected.
  private static func inEach(
    _ id: String, _ statement: String, explainsTraps: Bool = false, otherwise message: String,
    expect: ([Int]) -> [Trace.Condition]
  ) -> Requirement {
    var requirement = Requirement(
      id, statement, otherwise: message,
      upload.all.map { Scenario($0.name, given: [], expect: expect(needed[$0.name] ?? [])) })
    requirement.explainsTraps = explainsTraps
    return requirement
  }

  /// The process was not ended because of an operation that was used before. Other ends decide
  /// nothing.
  static func noSecondUse(after work: String) -> Trace.Condition {
    Trace.Condition("no operation is used twice") { run in
      let attempt = try run.first(.began, of: work)
      let trap = run.outcome == .traps ? run.fatalMessage ?? "" : nil
      try run.require(trap?.contains("enqueue") != false, "nothing else ended the process")
      return .init(trap == nil, "\(trap ?? "")", [attempt])
    }
  }

  static let retry = Exercise(
    13, .mend, "Try again with a new operation", upload, at: "Exercise13.upload",
    call: "{ upload($0.attempt, in: $0.queue) }",
    requirements: [
      inEach(
        "no-trap", "no operation is used twice", explainsTraps: true,
        otherwise: "The process is ended by Foundation: an operation that has begun or finished "
          + "cannot be put into a queue again."
      ) { _ in [noSecondUse(after: file(0))] },
      inEach(
        "until-it-works", "it is tried until it goes well, and then no more",
        otherwise: "It does not trap any more, but attempt is not called exactly until it goes "
          + "well. Does upload stop too early, or go on too long?"
      ) { needed in needed.indices.map { .count(needed[$0], of: file($0)) } }
      .says(
        "An attempt has failed, and the next one never begins: what is to make it hangs. Does an "
          + "operation wait for one that needs its slot?", if: .hangs()),
      inEach(
        "in-the-queue", "every attempt is made in the queue",
        otherwise: "It is tried until it goes well, but not in the queue: while attempt is called, "
          + "no operation of the queue is under way."
      ) { needed in
        needed.indices.map { .unmarked(outside, by: file($0), at: .began(file($0))) }
      },
      inEach(
        "returns", "upload returns while the first attempt is made",
        otherwise: "upload blocks its caller until the work is done. It should return at once."
      ) { _ in [.comes(.returned(from: "upload"), before: .ended(file(0)))] },
    ])
}
