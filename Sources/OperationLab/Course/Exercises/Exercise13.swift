import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 13: an operation is good for one run.
public enum Exercise13 {
  /// The work, which says whether it went well, and a queue.
  public typealias Upload = (attempt: @Sendable () -> Bool, queue: OperationQueue)

  /// The scenes for the learner's `upload`.
  public static let upload = Scenes<Upload, Void>(
    worlds.map { world in
      .init(world) { bench, upload in
        let queue = CallersQueue(bench, "uploads", width: world.has(.narrow) ? 1 : SceneTools.width)
        let mayEnd = bench.gate("attempts may end", isTraced: false)
        for file in files(in: world) {
          let attempts = Locked(0)
          let attempt = queue.noting(file) { [log = bench.log(file)] in
            let number = attempts.withLock {
              $0 += 1
              return $0
            }
            log(.began, note: "number \(number)")
            mayEnd.wait()
            log(.ended)
            return number >= needed(in: world, of: file)
          }
          bench.elsewhere { bench.calling("upload") { upload((attempt, queue.queue)) } }
          bench.settle()
        }
        mayEnd.open()
        bench.settle()
      }
    })

  private static let worlds = World.all([.failsOnce, .failsOften], [.twoItems], [.narrow])

  private static func files(in world: World) -> [String] { world.names("file", otherwise: 1) }

  /// How many attempts a file needs. With the second one it goes better.
  private static func needed(in world: World, of file: String) -> Int {
    let count = world.has(.failsOnce) ? 2 : world.has(.failsOften) ? 5 : 1
    return file == "file1" ? count : (count + 1) / 2
  }

  /// The same in each scene, of which something else may be expected.
  private static func inEach(
    _ id: String, _ statement: String, explainsTraps: Bool = false, otherwise message: String,
    expect: (World) -> [Trace.Condition]
  ) -> Requirement {
    var requirement = Requirement(
      id, statement, otherwise: message,
      worlds.map { Scenario($0.name, given: [], expect: expect($0)) })
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
      ) { _ in [noSecondUse(after: "file1")] },
      inEach(
        "until-it-works", "it is tried until it goes well, and then no more",
        otherwise: "It does not trap any more, but attempt is not called exactly until it goes "
          + "well. Does upload stop too early, or go on too long?"
      ) { world in files(in: world).map { .count(needed(in: world, of: $0), of: $0) } }
      .says(
        "An attempt has failed, and the next one never begins: what is to make it hangs. Does an "
          + "operation wait for one that needs its slot?", if: .hangs()),
      inEach(
        "in-the-queue", "every attempt is made in the queue",
        otherwise: "It is tried until it goes well, but not in the queue: while attempt is called, "
          + "no operation of the queue is under way."
      ) { [.inQueue("uploads", files(in: $0))] },
      inEach(
        "returns", "upload returns while the first attempt is made",
        otherwise: "upload blocks its caller until the work is done. It should return at once."
      ) { _ in [.comes(.returned(from: "upload"), before: .ended("file1"))] },
    ], view: { files(in: $0).map(Look.begins) })
}
