import Foundation
import OperationBench

/// Exercises of lesson 23: how many tasks run at a time.
public enum Exercise23 {
  /// A file that is loaded by a task.
  public typealias File = @Sendable () async -> Void

  /// The scenes for the learner's `downloadAll`: the files, and which of them takes as long as all
  /// others together.
  public static let files = Scenes<[File], Task<Void, Never>>(
    World.files.map { world in
      .init(world) { bench, downloadAll in
        let barrier = IdleBarrier(bench)
        let files = world.files
        let works = files.enumerated().map { place, file -> File in
          { [log = bench.log(file)] in
            await log.during {
              let isLong = place == world.special(of: files.count)
              for _ in 0..<(isLong ? files.count + 1 : 1) { await barrier.arrival(bench) }
            }
          }
        }
        let log = bench.log(function)
        let call = downloadAll(works)
        Task {
          await call.value
          log(SceneTools.returned)
        }
        bench.settle()
      }
    })

  private static let function = "downloadAll"

  static let two = Exercise(
    23, .mend, "Two downloads at a time, with tasks", files, at: "Exercise23.files",
    call: "{ files in Task { await downloadAll(files) } }",
    requirements: .twoAtATime(
      otherwise: "downloadAll loads more than two files at the same time: a task group begins each "
        + "child when it is added.") + [
        Requirement(
          "returns", "downloadAll returns when all files are loaded",
          otherwise:
            "downloadAll loads two files at a time now, but returns before all are loaded.",
          in: "first-is-long",
          expect: [
            .each(World().files) {
              [.order(.ended($0), .marked(SceneTools.returned, by: function))]
            }
          ])
      ],
    view: { world in
      [.once(world.files), .underWay(world.files)] + [
        .isSo(
          "downloadAll returns after all of them", "downloadAll does not return after all of them",
          .returnsAfter(world.files, from: function))
      ]
    })
}

extension IdleBarrier {
  /// Suspends the calling task until nothing else in the process can go on. It blocks no thread of the
  /// pool.
  fileprivate func arrival(_ bench: Bench) async {
    await withCheckedContinuation { continuation in
      bench.elsewhere { [self] in
        hold()
        continuation.resume()
      }
    }
  }
}

extension Trace.Condition {
  /// The function returns, and each of these has ended by then.
  static func returnsAfter(_ names: [String], from function: String) -> Self {
    Self("\(function) returns after all") { run in
      guard let end = try Trace.Moment.returned(from: function).find(in: run) else {
        return Outcome(false, "", [try run.rest()])
      }
      let isAfter = names.allSatisfy { name in
        run.all(.ended, of: name).contains { $0.seq < end.seq }
      }
      return Outcome(isAfter, "", [end])
    }
  }
}
