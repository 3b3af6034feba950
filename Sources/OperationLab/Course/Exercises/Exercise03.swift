import Foundation

/// Exercises of lesson 3: an operation must report that it is finished.
public enum Exercise03 {
  /// The scenes for the learner's `Download`.
  public static let download = Scenes<SceneTools.Begin, Operation>.world(
    .init("two-downloads") { bench, make in
      let (slow, fast) = (
        StagedTransfer(bench, "slow transfer", of: "slow"),
        StagedTransfer(bench, "fast transfer", of: "fast")
      )
      let queue = bench.queue("downloads", width: 2)
      queue.addOperation(bench.register(make(slow.begin), as: "slow"))
      queue.addOperation(bench.register(make(fast.begin), as: "fast"))
      queue.addOperation(bench.block("next"))
      for transfer in [fast, slow] {
        bench.settle()
        transfer.end()
      }
      bench.settle()
    }, worlds: World.all([.endsAtOnce])
  ) { $1.begin }

  static let silent = Exercise(
    3, .mend, "Report isFinished", download, at: "Exercise03.download",
    call: "{ Download(begin: $0) }", mistake: "reports",
    requirements: [
      .works(otherwise: "Download does not call begin exactly once."),
      .reports(
        otherwise: "The transfer has ended, and isFinished of Download is still false: the "
          + "download keeps its slot, and the next operation never starts."),
      .notEarly(
        otherwise: "Download is finished too early: its transfer has not ended yet."),
      .announces(
        otherwise: "isFinished of Download is true now, but the queue was not notified: it still "
          + "holds the download, and the next operation never starts."),
      Requirement(
        "apart", "each download is finished after its own transfer",
        otherwise: "One Download alone is right. But when two run at the same time, one is "
          + "finished at the end of the other's transfer, or not at the end of its own.",
        in: "two-downloads",
        given: [.happens(.began("slow transfer"), .began("fast transfer"))],
        expect: [
          .flags(.finished, at: .settled("fast", after: .ended("fast transfer"))),
          .flags(not: .finished, at: .settled("slow", after: .ended("fast transfer"))),
          .flags(.finished, at: .settled("slow", after: .ended("slow transfer"))),
          .order(.ended("fast transfer"), .began("next"), .ended("slow transfer")),
        ]),
      .endsAtOnce(),
      .waitsItsTurn(
        otherwise:
          "If it is cancelled while it waits in the queue, it is finished although its transfer "
          + "has not ended: the queue has not even started it."),
    ],
    remarks: [
      .returns(
        otherwise:
          "Its start() blocks a thread until the transfer has ended. That is allowed here; lesson "
          + "10 shows a class that blocks none.")
    ],
    view: Look.life)
}
