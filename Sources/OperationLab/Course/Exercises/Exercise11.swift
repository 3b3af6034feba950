import Foundation
import OperationBench

/// Exercises of lesson 11: an operation that is finished before its work is.
public enum Exercise11 {
  /// The scenes for the learner's `makeDownload`.
  public static let download = Scenes<SceneTools.Begin, Operation>.world(
    worlds: World.all([.endsAtOnce], [.byHand])
  ) { $1.begin }

  static let early = Exercise(
    11, .mend, "Finished only when the picture is there", download, at: "Exercise11.download",
    call: "{ makeDownload(begin: $0) }", mistake: "not-early",
    requirements: [
      .works(
        otherwise:
          "The operation does not call begin exactly once: the picture is not transferred, "
          + "or more than once."),
      .notEarly(
        otherwise: "The operation is finished while its transfer is under way. The next operation "
          + "finds no picture."
      ).says(
        "The operation is finished while its transfer is under way: a block operation is finished "
          + "when its block returns. The next operation finds no picture.",
        if: .happens(
          .event(.noted, of: "download", .type(name: "BlockOperation", isAsynchronous: false)))
      ).says(
        "The operation is finished while its transfer is under way: it is asynchronous now, and "
          + "was finished before its transfer had ended. The next operation finds no picture.",
        if: .check("it is asynchronous", at: .began("transfer")) { run, _ in
          run.all(.noted, of: "download").contains { seen in
            if case .type(_, isAsynchronous: true)? = seen.event.fact { true } else { false }
          }
        }),
      .reports(
        otherwise: "It is not finished too early any more, but it never finishes. Which code "
          + "finishes it when the transfer ends?"),
      .announces(
        otherwise:
          "Its isFinished is true when the transfer has ended, but its queue gets no "
          + "notification."),
    ], view: Look.life)
}
