import Foundation
import OperationTesting

/// Exercises of lesson 6: the width of a queue.
public enum Exercise06 {
  /// What `downloadAll` of the learner's file is called in, with six files.
  public static let files = Scenes<[Stage.Work], Void>(
    .init("six-files") { bench, downloadAll in
      let usher = Usher(bench)
      bench.calling { downloadAll(names.map { usher.work($0) }) }
      bench.settle()
    })

  private static let names = (1...6).map { "file\($0)" }

  static let two = Exercise(
    6, .mend, "Two downloads at a time", files, at: "Exercise06.files",
    call: "{ downloadAll($0.map { work in { work() } }) }",
    requirements: [
      Requirement(
        "not-more", "never more than two files are loaded at a time",
        otherwise:
          "More than two files are loaded at the same time: each queue counts only its own "
          + "operations, and by default it decides itself how many run."
      ) { runs in
        let peak = try peak(runs)
        return .confirmed(
          if: peak.count <= 2, "at most \(peak.count) at a time",
          otherwise: "\(peak.count) at a time", peak.begins)
      },
      Requirement(
        "two", "two files are loaded at the same time",
        otherwise: "Only one file is loaded at a time now; two may be."
      ) { runs in
        let peak = try peak(runs)
        return .confirmed(
          if: peak.count == 2, "two at a time", otherwise: "\(peak.count) at a time", peak.begins)
      },
      Requirement(
        "all", "all six files are loaded",
        otherwise: "Two at a time, but not all six files are loaded."
      ) {
        let run = try $0["six-files"]
        let ends = names.flatMap { run.all(.ended, of: $0) }
        return .confirmed(
          if: ends.count == names.count, "six files", otherwise: "\(ends.count) files",
          ends + [try run.rest()])
      },
    ])

  private static func peak(_ runs: Runs) throws -> (count: Int, begins: [Evidence]) {
    let run = try runs["six-files"]
    _ = try run.first(.returned, of: Stage.learner)
    return (run.peak(between: .began, and: .ended), run.all(.began))
  }
}
