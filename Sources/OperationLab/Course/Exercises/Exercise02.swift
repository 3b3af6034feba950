import Foundation

/// Exercises of lesson 2: cancelled is not finished.
public enum Exercise02 {
  /// What `giveUp` of the learner's file is called in.
  public static let upload = Scenes<Operation, Void>(
    .init("give-up") { bench, giveUp in
      let upload = bench.block("upload")
      bench.calling { giveUp(upload) }
      bench.settle()
    })

  static let waiting = Exercise(
    2, .mend, "Give up an operation, and go on", upload, at: "Exercise02.upload",
    call: "{ giveUp($0) }",
    requirements: [
      Requirement(
        "comes-back", "giveUp comes back",
        otherwise: "giveUp never comes back: cancelling marks the operation and finishes nothing, "
          + "and nobody is there to start it."
      ) {
        let run = try $0["give-up"]
        _ = try run.first(.cancelled, of: "upload")
        return try run.comesBack()
      },
      Requirement(
        "no-work", "the upload does none of its work",
        otherwise: "giveUp comes back now, but the upload has done its work: it was started before "
          + "it was cancelled."
      ) { try $0["give-up"].never(.began, "upload") },
      Requirement(
        "finishes", "the upload is finished when giveUp comes back",
        otherwise: "giveUp comes back now, but the upload is not finished: whoever else waits for "
          + "it waits for ever."
      ) { try $0["give-up"].finishes("upload") },
    ])
}
