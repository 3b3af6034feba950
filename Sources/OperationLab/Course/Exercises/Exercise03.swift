import Foundation

/// Exercises of lesson 3: somebody must say that it is done.
public enum Exercise03 {
  /// What `Download` of the learner's file is called in.
  public static let download = Scenes<Stage.Begin, Operation>(AsynchronousStories.alone)

  static let silent = Exercise(
    3, .mend, "Say that it is done", download, at: "Exercise03.download",
    call: "{ Download(begin: $0) }",
    requirements: [
      .reports(
        otherwise: "The transfer is over, and the operation does not answer that it is finished: "
          + "it keeps its slot, and the next one never starts."),
      .notEarly(
        otherwise: "It reports its end now, but too early: it is finished while its transfer is "
          + "still under way."),
      .announces(
        otherwise: "isFinished is true now, but nobody has told the queue: it still holds the "
          + "operation, and the next one never starts."),
    ])
}
