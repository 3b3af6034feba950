import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 22: bridges from callbacks to tasks.
public enum Exercise22 {
  /// The scenes for the learner's `makeDownload`.
  public static let bridge = Scenes<SceneTools.Connect, Operation>.world(
    worlds: World.all(
      [.cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledAsItBegins, .cancelledLate],
      [.endsAtOnce, .fails, .answersInGivingUp]),
    meetings: [World(.bothAtOnce)]
  ) { $1.connect }

  static let cancelling = Exercise(
    22, .mend, "Pass the cancellation on", bridge, at: "Exercise22.bridge",
    call: "{ makeDownload(Transfer(connect: $0)) }", mistake: "gives-up",
    requirements: [
      .works(otherwise: "The download does not start its transfer exactly once."),
      .notEarly(
        otherwise: "The operation is finished while its transfer is under way: the next operation "
          + "starts too early."),
      .reports(
        otherwise: "If it is not cancelled, the operation does not finish after its transfer."),
      Requirement(
        "gives-up", "when the operation is cancelled, its transfer is cancelled",
        otherwise: "The operation is cancelled, and so is its task. But the transfer continues: "
          + "the cancellation does not reach it.",
        in: "cancelled-at-work", expect: [.givenUp()]
      ).says(
        "The operation is cancelled and finishes. But the transfer continues: nothing cancels it.",
        if: .flags(.finished, at: .settled("download", after: .cancelled("download")))),
      .stopsAtOnce(
        otherwise: "The transfer is cancelled now. But the operation does not finish: nothing "
          + "resumes the continuation."),
      .leaves(otherwise: "Cancelled while it waits in the queue, it never finishes."),
      .endsAtOnce(in: "connect"),
    ],
    view: { Look.life($0) + Look.atOnce($0) + Look.givingUp($0) + [.told("result")] })

  /// An address, which may be missing, and the transfer.
  public typealias Order = (address: String?, connect: SceneTools.Connect)

  /// The scenes for the learner's `makeLoad`: with an address, and without.
  public static let load = Scenes<Order, Operation>.world(
    worlds: World.all([.endsAtOnce, .noAddress], [.fails])
  ) { ($1.address, $1.connect) }

  static let resuming = Exercise(
    22, place: 2, .mend, "Resume on every way out", load, at: "Exercise22.load",
    call: "{ makeLoad(address: $0.address, connect: $0.connect) }", mistake: "ends-failed",
    requirements: [
      Requirement(
        "ends-well", "it succeeds when its transfer has ended well",
        otherwise: "A transfer that goes well does not end the operation with a success.",
        in: "undisturbed", given: [.happens(.ended("transfer"))],
        expect: .freesItsSlot + [.told([SceneTools.succeeded], "result")]),
      Requirement(
        "not-early", "it is not finished while its transfer is under way",
        otherwise: "The operation is finished while its transfer is under way.",
        in: "undisturbed", "fails",
        expect: [.flags(not: .finished, at: .settled("download", after: .began("transfer")))]),
      Requirement(
        "ends-failed", "it is finished when its transfer has failed",
        otherwise: "The transfer fails, and the operation is never finished: on this way out, "
          + "nothing resumes the continuation.",
        in: "fails", given: [.fact(.mark(StagedTransfer.failed), at: .ended("transfer"))],
        expect: .freesItsSlot),
      Requirement(
        "no-address", "without an address, it is finished",
        otherwise: "When the transfer fails, the operation is finished now. But without an "
          + "address it still hangs: there is another way out.",
        in: "no-address", given: [.added("download", to: "downloads", width: 1)],
        expect: .freesItsSlot),
      Requirement(
        "error", "when it fails or has no address, its result is an error",
        otherwise: "The operation is finished on every way out. But its result is a success "
          + "although there is no picture.",
        in: "fails", "no-address", expect: [.told([SceneTools.failed], "result")]),
    ],
    view: { Look.life($0) + [.told("result")] })
}
