import Foundation
import OperationLab
import OperationBench

/// Exercises for an exam. Their solutions are not in the checkout.
public enum Exam {
  /// The scenes for the learner's `MapTile`.
  public static let tiles = Scenes<SceneTools.Begin, Operation>.world(
    worlds: World.eager
  ) { $1.begin }

  static let tile = Exercise(
    12, exam: 1, .mend, "A cancelled tile of a map keeps its slot", tiles, at: "Exam.tiles",
    call: "{ MapTile(load: $0) }", mistake: "ends-cancelled",
    requirements: [
      .works(otherwise: "If MapTile is not cancelled, it does not call load exactly once."),
      .reports(otherwise: "If MapTile is not cancelled, it is never finished."),
      .notEarly(otherwise: "MapTile is finished before its transfer has ended."),
      .announces(
        otherwise:
          "If MapTile is not cancelled, its queue gets no notification of the end any more."),
      .waitsItsTurn(
        otherwise:
          "If it is cancelled while it waits in the queue, it is finished before the queue "
          + "has started it. The queue may crash."),
      .leaves(otherwise: "If it is cancelled while it waits in the queue, it keeps its slot."),
      .noWork(otherwise: "If it is cancelled while it waits in the queue, it still calls load."),
      .stopsAtOnce(
        otherwise: "If it is cancelled during its transfer, it waits until the transfer has ended."),
      .endsCancelled(
        otherwise:
          "It is cancelled during its transfer, and isFinished is true. But its queue gets "
          + "no notification, and the next operation never starts."),
      .losesNoCancel(
        otherwise: "A cancel() that comes between two steps of start() does not finish it at once."),
      .endsAtOnce(in: "load"),
    ], rules: ["starts-fresh", "no-finish-before-start", "ends-not-executing", "cancel-returns"],
    make: "MapTile(load: probe.begin)", view: { Look.life($0) + Look.atOnce($0) })

  /// The scenes for the learner's `Subtitles`: the first server fails, or both do.
  public static let servers = Scenes<SceneTools.Connect, Operation>.world(
    .undisturbed(as: "both-fail", well: false, connect),
    .init("first-fails", connect) { bench, transfer, _ in
      transfer.end(0, well: false)
      bench.settle()
      transfer.end(1)
    },
    .init("cancelled-then-fails", connect) { bench, transfer, download in
      bench.cancel(download, "download")
      bench.settle()
      transfer.answer(well: false)
    }, of: connect)

  private static let connect: Scenes<SceneTools.Connect, Operation>.Scene.Give = { $1.connect }

  static let subtitles = Exercise(
    14, exam: 2, .mend, "Subtitles from two servers", servers, at: "Exam.servers",
    call: "{ Subtitles(connect: $0) }", mistake: "ends-failed",
    requirements: [
      .works(otherwise: "When the first server answers, connect is not called exactly once."),
      .notEarly(otherwise: "Subtitles is finished before its transfer has ended."),
      .reports(otherwise: "When the first server answers, it is never finished."),
      Requirement(
        "asks-second", "when the first server fails, the second one is asked, and no other",
        otherwise: "When the first server fails, the second one is not asked, or a third time.",
        in: "first-fails", "both-fail", given: [.happens(.ended("transfer"))],
        expect: [.count(2, of: "transfer")]),
      Requirement(
        "awaits-second", "it is not finished before the second server has answered",
        otherwise: "When the first server fails, it is finished although the second one has not "
          + "answered yet.",
        in: "first-fails", given: [.happens(.ended("transfer"))],
        expect: [.flags(not: .finished, at: .settled("download", after: .ended("transfer")))]),
      Requirement(
        "ends-second", "it is finished when the second server has answered",
        otherwise: "The second server answers, and it is never finished.",
        in: "first-fails", given: [.happens(.ended("transfer"))], expect: .freesItsSlot),
      Requirement(
        "ends-failed", "it is finished when both servers have failed",
        otherwise: "Both servers fail, and it is never finished: the next operation never starts.",
        in: "both-fail", given: [.happens(.ended("transfer"))], expect: .freesItsSlot),
      Requirement(
        "asks-no-more", "cancelled while the first server is asked, it does not ask the second one",
        otherwise: "Both servers may fail now. But it is cancelled while it asks the first server, "
          + "and asks the second one anyway.",
        in: "cancelled-then-fails", given: [.happens(.cancelled("download"))],
        expect: [.count(1, of: "transfer")]),
      Requirement(
        "ends-cancelled", "cancelled while the first server is asked, it is finished in the end",
        otherwise: "When it is cancelled it asks no second server. But it is never finished.",
        in: "cancelled-then-fails", given: [.happens(.cancelled("download"))],
        expect: .freesItsSlot),
      .leaves(otherwise: "If it is cancelled while it waits in the queue, it keeps its slot."),
      .noWork(otherwise: "If it is cancelled while it waits in the queue, it still asks a server."),
      .endsAtOnce(in: "connect"),
    ], rules: ["starts-fresh", "no-finish-before-start"],
    make: "Subtitles(connect: { done in\n  probe.begin { done(true) }\n  return {}\n})")

  /// What a screen loads: notes a load with what cancels it, forgets one, and closes.
  public typealias Screen = (
    add: @Sendable (String, @escaping SceneTools.Work) -> Void,
    remove: @Sendable (String) -> Void, close: SceneTools.Work
  )

  /// The scenes for the learner's `Loads`.
  public static let screen = Scenes<Void, Screen>(
    .init("one-after-the-other") { bench, make in
      let screen = make(())
      for name in ["left", "right", "ended"] { screen.add(name, bench.canceller(of: name)) }
      screen.remove("ended")
      bench.closing(screen)
      bench.elsewhere { screen.add("late", bench.canceller(of: "late")) }
      bench.settle()
    },
    .init("calls-back") { bench, make in
      let screen = make(())
      screen.add("left") { screen.remove("left") }
      bench.closing(screen)
    },
    .init("slow-cancel") { bench, make in
      let screen = make(())
      let isCancelling = bench.gate("left is being cancelled", isTraced: false)
      let isAdded = bench.gate("right is added", isTraced: false)
      screen.add(
        "left",
        bench.work("left") {
          isCancelling.open()
          _ = isAdded.waitUnlessQuiet()
        })
      bench.elsewhere {
        _ = isCancelling.waitUnlessQuiet()
        bench.calling("add") { screen.add("right") {} }
        isAdded.open()
      }
      bench.closing(screen)
    },
    closing("closed-twice") { $1.close() },
    closing("added-meanwhile") { $1.add("right", $0.canceller(of: "right")) })

  /// Two threads act at the same time, of which one closes the screen.
  private static func closing(
    _ name: String, _ other: @escaping @Sendable (Bench, Screen) -> Void
  ) -> Scenes<Void, Screen>.Scene {
    .init(name, isExplored: true) { bench, make in
      bench.meet(
        sharing: {
          let screen = make(())
          screen.add("left", bench.canceller(of: "left"))
          return screen
        }, { $0.close() }, { other(bench, $0) })
    }
  }

  static let loads = Exercise(
    15, exam: 3, .write, "Close a screen, and cancel what it loads", screen, at: "Exam.screen",
    call:
      "{\n  let loads = Loads()\n  return (\n    add: { name, cancel in loads.add(name) { cancel() } },\n"
      + "    remove: { loads.remove($0) }, close: { loads.close() })\n}",
    requirements: [
      Requirement(
        "cancels", "close cancels each load once",
        otherwise: "close does not cancel each load once.",
        in: "one-after-the-other", expect: ["left", "right"].map { .count(1, .cancelled, of: $0) }),
      Requirement(
        "forgets", "a load that was removed is not cancelled",
        otherwise: "close cancels the loads. But it also cancels one that was removed.",
        in: "one-after-the-other", expect: [.count(0, .cancelled, of: "ended")]),
      Requirement(
        "calls-back", "what cancels a load may call remove",
        otherwise: "close cancels the loads. But if a closure that cancels one calls remove, close "
          + "never returns.",
        in: "calls-back", expect: [.comes(.returned(from: "close"))]),
      Requirement(
        "not-locked-out", "while a load is being cancelled, another thread can add one",
        otherwise: "close cancels the loads. But a thread that calls add meanwhile waits until the "
          + "closure that cancels a load has returned.",
        in: "slow-cancel", given: [.happens(.began("left"))],
        expect: [.comes(.returned(from: "add"), before: .ended("left"))]),
      Requirement(
        "too-late", "a load that is added after close is cancelled at once",
        otherwise: "close cancels the loads that are there. But one that is added after close is "
          + "never cancelled, or more than once.",
        in: "one-after-the-other", given: [.comes(.returned(from: "close"))],
        expect: [.count(1, .cancelled, of: "late")]),
      Requirement(
        "once-each", "when two threads call it at the same time, each load is cancelled once",
        otherwise:
          "One thread alone is right. But when a thread calls close or add while another one "
          + "calls close, a load is cancelled twice or never.",
        [("closed-twice", ["left"]), ("added-meanwhile", ["left", "right"])].map { scene, loads in
          Scenario(scene, given: [], expect: loads.map { .count(1, .cancelled, of: $0) })
        }),
    ])
}

extension Bench {
  /// What cancels a load of the learner's screen.
  fileprivate func canceller(of name: String) -> SceneTools.Work {
    { [log = log(name)] in log(.cancelled) }
  }

  fileprivate func closing(_ screen: Exam.Screen) {
    elsewhere { [self] in calling("close") { screen.close() } }
    settle()
  }
}
