import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 10: the contract of an asynchronous operation.
public enum Exercise10 {
  /// The scenes for the learner's `Download`.
  public static let download = Scenes<SceneTools.Begin, Operation>.world(
    worlds: [World()]
  ) { $1.begin }

  /// The scenes for a whole class.
  public static let contract = Scenes<SceneTools.Begin, Operation>.world(
    worlds: World.all([
      .cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledAsItBegins, .cancelledLate,
      .cancelledThenEnds, .byHand, .startedAgain, .startedByTwo,
    ])
  ) { $1.begin }

  /// The work, and whom to tell how it ended.
  public typealias Delivery = (begin: SceneTools.Begin, deliver: @Sendable (String) -> Void)

  /// The scenes for a class that also delivers a result.
  public static let delivering = Scenes<Delivery, Operation>.world(
    callsBack, worlds: World.eager, of: delivery)

  private static let delivery: Scenes<Delivery, Operation>.Scene.Give = { bench, transfer in
    (transfer.begin, { bench.log("result")(SceneTools.said($0)) })
  }

  /// `deliver` cancels it.
  private static let callsBack = Scenes<Delivery, Operation>.Scene("calls-back") { bench, make in
    let transfer = StagedTransfer(bench)
    let own = Locked<Operation?>(nil)
    let log = bench.log("result")
    let download = bench.register(
      make(
        (
          transfer.begin,
          { result in
            log(SceneTools.said(result))
            own.withLock { $0 }?.cancel()
            log(.ended)
          }
        )), as: "download")
    own.withLock { $0 = download }
    bench.queue("downloads", width: 1).addOperation(download)
    bench.settle()
    transfer.end()
    bench.settle()
    own.withLock { $0 = nil }
  }

  static let arranged = Exercise(
    10, place: 0, .arrange, "Will, set, did, work", download, at: "Exercise10.download",
    call: "{ Download(begin: $0) }", mistake: "before-work",
    requirements: [
      .works(otherwise: "Download does not call begin exactly once any more."),
      .reports(otherwise: "It is not finished when its transfer has ended."),
      .announces(otherwise: "Its queue gets no notification of the end any more."),
      Requirement(
        "before-work", "isExecuting is true and posted before the transfer begins",
        otherwise:
          "The transfer begins before isExecuting is true and posted. It may end before begin "
          + "returns, and then isExecuting is set after the end.",
        in: "undisturbed",
        expect: [
          .check("executing is posted first", at: .began("transfer")) { run, began in
            run.all(.announced, of: "download")
              .contains { $0.seq < began[0].seq && $0.state.contains(.executing) }
          }
        ]
      ).says(
        "isExecuting is posted before the transfer begins, but it is not true at that moment: it is "
          + "set after didChangeValue.",
        if: .order(.announced("isExecuting", by: "download"), .began("transfer"))),
      .changesBetween(
        otherwise:
          "isExecuting is true and posted in time. But willChangeValue must come before the "
          + "change: observers may read the old value in it."),
    ], rules: ["ends-not-executing"], make: "Download(begin: probe.begin)", keepsLines: true,
    view: Look.life)

  static let executing = Exercise(
    10, .mend, "Report isExecuting", download, at: "Exercise10.download",
    call: "{ Download(begin: $0) }", mistake: "executing",
    requirements: [
      .works(otherwise: "Download does not call begin exactly once any more."),
      .executing(
        otherwise: "The transfer is under way, and the operation does not answer that it is "
          + "executing."),
      .reports(
        otherwise: "It is executing now, but it is not finished when its transfer has ended."),
      .notEarly(
        otherwise: "It is executing now, but it is also finished before its transfer has ended."),
      .announces(
        otherwise:
          "All answers are right now, but the queue gets no notification of the end: the next "
          + "operation never starts."),
      .notExecuting(
        otherwise: "It is executing while it works, but also after its end: nothing is executing "
          + "and finished at the same time."),
      .notBoth(
        otherwise:
          "It is executing while it works. But when it posts isFinished, it is still "
          + "executing. An operation is never both."),
      .announcesExecuting(
        otherwise: "Its answers are right now, but it does not post both changes of isExecuting. "
          + "Call didChangeValue after each change."),
    ], view: { Look.life($0) + [.fresh] })

  static let whole = Exercise(
    10, place: 2, .write, "Write the whole class from its contract", contract,
    at: "Exercise10.contract",
    call: "{ Download(begin: $0) }",
    requirements: [
      .works(
        otherwise:
          "The queue has run Download, and begin was not called exactly once. Its transfer "
          + "never starts, or starts more than once."),
      .notEarly(
        otherwise: "Its transfer starts now, but it is finished before the transfer ends. "
          + "(Operation's own start() finishes it when main() returns.)"),
      .reports(
        otherwise: "Its transfer has ended, and its isFinished is false."),
      .executing(
        otherwise: "It ends as it should, but it is not executing while its transfer is under "
          + "way."),
      .announces(
        otherwise:
          "Its answers are right, but the queue gets no notification: the next one never starts."),
      .notExecuting(otherwise: "It is still executing after its end."),
      .notBoth(
        otherwise:
          "When it posts isFinished, it is still executing. An operation is never both."),
      .announcesExecuting(
        otherwise: "Its answers are right, but it does not post both changes of isExecuting. "
          + "Call didChangeValue after each change."),
      .returns(
        otherwise: "Its start() blocks the calling thread until the transfer ends. It should start "
          + "the transfer and return."),
      .waitsItsTurn(
        otherwise:
          "It works if it is not cancelled. But if it is cancelled while it waits in the "
          + "queue, it is finished before the queue has started it."),
      .leaves(
        otherwise: "It works if it is not cancelled. But if it is cancelled while it waits in the "
          + "queue, it never finishes: start() returns, and the slot stays taken."),
      .noWork(
        otherwise: "It works if it is not cancelled. But if it is cancelled while it waits in the "
          + "queue, it does its work anyway: a queue starts cancelled operations, too."),
      .endsCancelled(
        otherwise:
          "It works if it is not cancelled. But if it is cancelled while it works, it never "
          + "finishes."),
      .endsInEachOrder(
        otherwise:
          "It works if it is cancelled in the queue or at work. But if a cancel() comes between "
          + "two steps of start(), it is not finished although its transfer has ended."),
    ],
    rules: [
      "starts-fresh", "no-finish-before-start", "works-once", "ends-not-executing",
      "cancel-returns",
    ], make: "Download(begin: probe.begin)", view: Look.life)

  static let once = Exercise(
    10, place: 3, .mend, "Finish once, from two threads", delivering,
    at: "Exercise10.delivering",
    call: "{ Download(begin: $0.begin, deliver: $0.deliver) }", mistake: "once",
    requirements: [
      .works(otherwise: "If Download is not cancelled, it does not call begin exactly once."),
      .notEarly(
        otherwise: "If Download is not cancelled, it is finished before its transfer has ended."),
      .reports(otherwise: "If it is not cancelled, it is never finished."),
      .announces(otherwise: "If it is not cancelled, the queue gets no notification of its end."),
      .waitsItsTurn(
        otherwise:
          "If it is cancelled while it waits in the queue, it is finished before the queue has "
          + "started it."),
      .leaves(otherwise: "If it is cancelled while it waits in the queue, it never finishes."),
      .stopsAtOnce(
        otherwise: "It finishes once now. But if it is cancelled while it works, it waits for its "
          + "transfer. It should finish at once."),
      Requirement(
        "once", "one result is delivered, however it ends",
        otherwise: "It is cancelled and its transfer ends, and the caller does not get one result. "
          + "If it gets two, both finish it: read and set the flag in one step.",
        [
          Scenario(
            "cancelled-at-work", given: [.comes(.ended("transfer"))],
            expect: [.count(1, .noted, of: "result")]),
          Scenario("both-at-once", given: [], expect: [.count(1, .noted, of: "result")]),
        ]),
      Requirement(
        "result", "the result says how it ended",
        otherwise: "One result is delivered, but not the right one: \"done\" when its transfer is "
          + "over, \"cancelled\" when it was cancelled before.",
        [
          ("undisturbed", "done"), ("cancelled-in-line", "cancelled"),
          ("cancelled-at-work", "cancelled"),
        ].map {
          Scenario($0, given: [], expect: [.told([SceneTools.said($1)], "result")])
        }),
      .losesNoCancel(
        otherwise:
          "One result is delivered, and it is right. But a cancel() that comes between two "
          + "steps of start() is lost: it finds nothing to finish, and start() has asked before."),
      .endsAtOnce(),
      Requirement(
        "calls-back", "deliver may call cancel()",
        otherwise:
          "One result is delivered. But if deliver calls cancel(), that call never returns, or a "
          + "second result is delivered: deliver is code that you do not know, so no lock may be held.",
        in: "calls-back", given: [.happens(.ended("transfer"))],
        expect: [.count(1, .noted, of: "result"), .comes(.ended("result"))]),
    ], rules: ["starts-fresh", "no-finish-before-start", "ends-not-executing", "cancel-returns"],
    make: "Download(begin: probe.begin, deliver: { _ in })",
    view: { Look.life($0) + Look.atOnce($0) + [.told("result")] })
}
