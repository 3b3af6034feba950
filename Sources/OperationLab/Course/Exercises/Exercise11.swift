import Foundation

/// Exercises of lesson 11: an operation that is finished before its work is.
public enum Exercise11 {
  /// The scenes for the learner's `makeDownload`.
  public static let download = Scenes<Stage.Begin, Operation>(.undisturbed { $1.begin })

  static let early = Exercise(
    11, .mend, "Finished only when the picture is there", download, at: "Exercise11.download",
    call: "{ makeDownload(begin: $0) }", mistake: "not-early",
    requirements: [
      .works(
        otherwise:
          "The operation does not call begin exactly once: the picture is not transferred, "
          + "or more than once."),
      .notEarly(
        otherwise: "The operation is finished while its transfer is under way: a block operation "
          + "is finished when its block returns. The next operation finds no picture."),
      .reports(
        otherwise: "It is not finished too early any more, but it never finishes. Which code "
          + "finishes it when the transfer ends?"),
      .announces(
        otherwise:
          "Its isFinished is true when the transfer has ended, but its queue gets no "
          + "notification."),
    ])
}
