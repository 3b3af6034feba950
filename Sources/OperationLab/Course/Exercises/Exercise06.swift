import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 6: the width of a queue.
public enum Exercise06 {
  /// The scenes for the learner's `downloadAll`: the files, and which of them takes as
  /// long as all others together.
  public static let files = Scenes<[SceneTools.Work], Void>(
    World.files.map { world in
      .init(world) { bench, downloadAll in
        let barrier = IdleBarrier(bench)
        let files = world.files
        let works = files.enumerated().map { place, file in
          barrier.work(file, rounds: place == world.special(of: files.count) ? files.count + 1 : 1)
        }
        bench.calling("downloadAll") { downloadAll(works) }
        bench.settle()
      }
    })

  static let two = Exercise(
    6, .mend, "Two downloads at a time", files, at: "Exercise06.files",
    call: "{ downloadAll($0.map { work in { work() } }) }",
    requirements: .twoAtATime(
      otherwise: "downloadAll loads more than two files at the same time: a queue counts only its "
        + "own operations, and only the width that it has when they are added keeps them waiting."),
    view: { [.once($0.files), .underWay($0.files)] })
}

extension World {
  /// Those of a function that gets a list of files. No more files than these: Dispatch on Linux adds only
  /// one thread a second while all are blocked.
  static let files = all(
    [.noItem, .oneItem, .twoItems, .fiveItems], [.firstIsLong, .secondIsLong, .lastIsLong])

  /// Their names.
  var files: [String] { names("file", otherwise: 4) }
}

extension [Requirement] {
  /// Two files are loaded at a time, each of them once.
  ///
  /// - Parameter message: for more than two at a time.
  static func twoAtATime(otherwise message: String) -> Self {
    let files = World().files
    let long = ["first-is-long", "second-is-long", "last-is-long"]
    return [
      Requirement(
        "not-more", "never more than two files are loaded at a time", otherwise: message,
        in: long[0], long[1],
        expect: [
          Trace.Condition("at most two at a time") { run in
            let peak = run.peak(from: .began, to: .ended).count
            return try .init(peak <= 2, "", run.all(.began) + (peak <= 2 ? [run.rest()] : []))
          }
        ]),
      Requirement(
        "two", "two files are loaded at the same time",
        otherwise: "downloadAll loads only one file at a time now.",
        in: long[0], expect: [.peak(2, of: files)]),
      .once(
        [long[0]: files, "one": World(.oneItem).files], id: "all",
        otherwise: "downloadAll does not load each file once."),
      Requirement(
        "no-idle", "the next file begins as soon as one ends",
        otherwise: "downloadAll never loads more than two files at a time, but while one long file "
          + "is loaded the others wait, although a second one could be loaded.",
        zip(long, [0, 1, 3]).map { scene, place in
          Scenario(
            scene, given: [.peak(2, of: files)],
            expect: [
              .each(files.filter { $0 != files[place] }) {
                [.order(.ended($0), .ended(files[place]))]
              }
            ])
        }),
    ]
  }
}
