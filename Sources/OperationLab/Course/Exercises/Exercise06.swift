import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 6: the width of a queue.
public enum Exercise06 {
  /// The scenes for the learner's `downloadAll`: the files, and which of them takes as
  /// long as all others together.
  public static let files = Scenes<[SceneTools.Work], Void>(
    scene("first-is-long", few, long: 0), scene("second-is-long", many, long: 1),
    scene("one-file", one, long: 0))

  // No more than these: Dispatch on Linux adds only one thread a second while all are blocked.
  private static let many = ["file1", "file2", "file3", "file4"]
  private static let few = ["a", "b", "c"]
  private static let one = ["file"]

  private static func scene(
    _ name: String, _ files: [String], long: Int
  ) -> Scenes<[SceneTools.Work], Void>.Scene {
    .init(name) { bench, downloadAll in
      let barrier = IdleBarrier(bench)
      let works = files.enumerated().map { place, file in
        barrier.work(file, rounds: place == long ? files.count + 1 : 1)
      }
      bench.calling("downloadAll") { downloadAll(works) }
      bench.settle()
    }
  }

  static let two = Exercise(
    6, .mend, "Two downloads at a time", files, at: "Exercise06.files",
    call: "{ downloadAll($0.map { work in { work() } }) }",
    requirements: .twoAtATime(
      few, many, ["first-is-long": few, "second-is-long": many, "one-file": one],
      otherwise: "downloadAll loads more than two files at the same time: a queue counts only its "
        + "own operations, and only the width that it has when they are added keeps them waiting."))
}

extension [Requirement] {
  /// Two files are loaded at a time, each of them once. In the scene `first-is-long` the first of the few
  /// takes as long as all others together, in `second-is-long` the second of the many.
  ///
  /// - Parameters:
  ///   - scenes: the files of each scene.
  ///   - message: for more than two at a time.
  static func twoAtATime(
    _ few: [String], _ many: [String], _ scenes: KeyValuePairs<String, [String]>,
    otherwise message: String
  ) -> Self {
    [
      Requirement(
        "not-more", "never more than two files are loaded at a time", otherwise: message,
        in: "first-is-long", "second-is-long",
        expect: [
          Trace.Condition("at most two at a time") { run in
            let peak = run.peak(from: .began, to: .ended).count
            return try .init(peak <= 2, "", run.all(.began) + (peak <= 2 ? [run.rest()] : []))
          }
        ]),
      Requirement(
        "two", "two files are loaded at the same time",
        otherwise: "downloadAll loads only one file at a time now.",
        in: "first-is-long", expect: [.peak(2, of: few)]),
      .once(scenes, id: "all", otherwise: "downloadAll does not load each file once."),
      Requirement(
        "no-idle", "the next file begins as soon as one ends",
        otherwise: "downloadAll never loads more than two files at a time, but while one long file "
          + "is loaded the others wait, although a second one could be loaded.",
        [full("first-is-long", few, 0), full("second-is-long", many, 1)]),
    ]
  }

  /// All other files are loaded beside the long one.
  private static func full(_ scene: String, _ files: [String], _ long: Int) -> Scenario {
    let others = files.filter { $0 != files[long] }
    return Scenario(
      scene, given: [.peak(2, of: files)],
      expect: [.each(others) { [.order(.ended($0), .ended(files[long]))] }])
  }
}
