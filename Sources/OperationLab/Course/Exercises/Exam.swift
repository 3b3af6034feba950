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
    call: "{ MapTile(load: $0) }",
    requirements: [
      .endsCancelled(
        otherwise:
          "It is cancelled during its transfer, and isFinished is true. But its queue gets "
          + "no notification, and the next operation never starts.")
    ], rules: ["starts-fresh", "no-finish-before-start", "ends-not-executing", "cancel-returns"],
    make: "MapTile(load: probe.begin)",
    view: { Look.life($0) + Look.atOnce($0) })

  /// The scenes for the learner's `Subtitles`: the first server fails, or both do.
  public static let servers = Scenes<SceneTools.Connect, Operation>.world(
    worlds: World.all(
      [.failsOnce, .fails],
      [.cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledLate, .endsAtOnce])
  ) { $1.connect }

  static let subtitles = Exercise(
    14, exam: 2, .mend, "Subtitles from two servers", servers, at: "Exam.servers",
    call: "{ Subtitles(connect: $0) }", mistake: "ends-failed",
    requirements: [
      Requirement(
        "ends-failed", "it is finished when both servers have failed",
        otherwise: "Both servers fail, and it is never finished: the next operation never starts.",
        in: "fails", given: [.happens(.ended("transfer"))], expect: .freesItsSlot),
      Requirement(
        "asks-no-more", "cancelled while the first server is asked, it does not ask the second one",
        otherwise: "Both servers may fail now. But it is cancelled while it asks the first server, "
          + "and asks the second one anyway.",
        in: "fails+cancelled-at-work", given: [.happens(.cancelled("download"))],
        expect: [.count(1, of: "transfer")]),
    ], rules: ["starts-fresh", "no-finish-before-start"],
    make: "Subtitles(connect: { done in\n  probe.begin { done(true) }\n  return {}\n})",
    view: { world in
      [.begins("transfer"), .finishes(), .begins("next")]
        + (world.oddities.isEmpty ? [.notEarly()] : [])
        + (world.oddities == [.failsOnce] ? [.notEarly(after: .ended("transfer"))] : [])
    })

  /// What a screen loads: notes a load with what cancels it, forgets one, and closes.
  public typealias Screen = (
    add: @Sendable (String, @escaping SceneTools.Work) -> Void,
    remove: @Sendable (String) -> Void, close: SceneTools.Work
  )

  /// The scenes for the learner's `Loads`.
  public static let screen = Scenes<Void, Screen>(
    World.all(
      [.noItem, .oneItem, .fiveItems],
      [
        .goneBefore, .goesInAnswer, .slowAnswer, .calledTwice, .comesLate, .bothClose,
        .closesAsOneComes,
      ]
    ).map { world in
      .init(world) { bench, make in
        if world.isExplored { return meet(in: world, bench, make) }
        let screen = make(())
        let isAdded = bench.gate("right is added", isTraced: false)
        let isCancelling = bench.gate("left is being cancelled", isTraced: false)
        for name in names(in: world) {
          screen.add(name) { [log = bench.log(name)] in
            log(.cancelled)
            guard name == "load1" else { return }
            if world.has(.goesInAnswer) { screen.remove(name) }
            if world.has(.slowAnswer) {
              isCancelling.open()
              _ = isAdded.waitUnlessQuiet()
              log(.ended)
            }
          }
        }
        if world.has(.goneBefore) { screen.remove("load1") }
        if world.has(.slowAnswer) {
          bench.elsewhere {
            _ = isCancelling.waitUnlessQuiet()
            bench.calling("add") { screen.add("late", bench.canceller(of: "late")) }
            isAdded.open()
          }
        }
        for _ in 1...(world.has(.calledTwice) ? 2 : 1) {
          bench.elsewhere { bench.calling("close") { screen.close() } }
          bench.settle()
        }
        if world.has(.comesLate) {
          bench.elsewhere { screen.add("late", bench.canceller(of: "late")) }
        }
        bench.settle()
      }
    })

  private static func names(in world: World) -> [String] { world.names("load", otherwise: 2) }

  /// Two threads act at the same time, of which one closes the screen.
  private static func meet(in world: World, _ bench: Bench, _ make: @escaping (()) -> Screen) {
    bench.meet(
      sharing: {
        let screen = make(())
        for name in names(in: world) { screen.add(name, bench.canceller(of: name)) }
        return screen
      }, { $0.close() },
      { screen in
        if world.has(.bothClose) { return screen.close() }
        screen.add("late", bench.canceller(of: "late"))
      })
  }

  /// How often the closure of a load is called.
  private static func cancels(_ name: String) -> Look {
    Look(id: "\(name) is cancelled") { run in
      let events = run.all(.cancelled, of: name)
      return (.times(events.count), events + [try run.rest()])
    } phrase: { answer in
      if case .times(let count) = answer {
        "the closure of \(name) is called \(count)×"
      } else {
        ""
      }
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
        in: "undisturbed", expect: ["load1", "load2"].map { .count(1, .cancelled, of: $0) })
    ],
    view: { world in
      names(in: world).map(cancels)
        + (world.has(.comesLate, .slowAnswer, .closesAsOneComes) ? [cancels("late")] : [])
        + (world.isExplored
          ? []
          : [
            .isSo("close returns", "close never returns", .comes(.returned(from: "close")))
          ])
        + (world.has(.slowAnswer)
          ? [
            .isSo(
              "add returns while a closure is called", "add waits until a closure has returned",
              .comes(.returned(from: "add"), before: .ended("load1")))
          ] : [])
    })
}

extension Bench {
  /// What cancels a load of the learner's screen.
  fileprivate func canceller(of name: String) -> SceneTools.Work {
    { [log = log(name)] in log(.cancelled) }
  }
}
