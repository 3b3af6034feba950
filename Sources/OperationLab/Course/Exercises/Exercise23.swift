import Foundation
import OperationBench

/// Exercises of lesson 23: how many tasks run at a time.
public enum Exercise23 {
  /// A file that is loaded by a task.
  public typealias File = @Sendable () async -> Void

  /// The scenes for the learner's `downloadAll`: the files, and which of them takes as long as all
  /// others together.
  public static let files = Scenes<[File], Task<Void, Never>>(
    scene("first-is-long", few, long: 0), scene("second-is-long", many, long: 1))

  private static let many = ["file1", "file2", "file3", "file4", "file5"]
  private static let few = ["a", "b", "c"]
  private static let function = "downloadAll"

  private static func scene(
    _ name: String, _ files: [String], long: Int
  ) -> Scenes<[File], Task<Void, Never>>.Scene {
    .init(name) { bench, downloadAll in
      let barrier = IdleBarrier(bench)
      let works = files.enumerated().map { place, file -> File in
        { [log = bench.log(file)] in
          await log.during {
            for _ in 0..<(place == long ? files.count + 1 : 1) { await barrier.arrival(bench) }
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
  }

  static let two = Exercise(
    23, .mend, "Two downloads at a time, with tasks", files, at: "Exercise23.files",
    call: "{ files in Task { await downloadAll(files) } }",
    requirements: .twoAtATime(
      few, many, ["first-is-long": few, "second-is-long": many],
      otherwise: "downloadAll loads more than two files at the same time: a task group begins each "
        + "child when it is added.") + [
        Requirement(
          "returns", "downloadAll returns when all files are loaded",
          otherwise:
            "downloadAll loads two files at a time now, but returns before all are loaded.",
          in: "first-is-long",
          expect: [.each(few) { [.order(.ended($0), .marked(SceneTools.returned, by: function))] }])
      ])
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
