import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

/// Exercises of lesson 20: a picture, or an error, and never both.
public enum Exercise20 {
  /// What a learner's loader is driven with: it begins, once, and is given up at any time.
  public typealias Loader = (start: @Sendable () -> Void, cancel: @Sendable () -> Void)

  /// The transfer, and whom to tell of the picture or the error.
  public typealias Order = (
    connect: Stage.Connect, then: @Sendable () -> Void, catch: @Sendable (String) -> Void
  )

  /// The scenes for the learner's `ImageLoader`.
  public static let chain = Scenes<Order, Loader>(
    scene("arrives") { _, connection, _ in connection.end() },
    scene("fails") { _, connection, _ in connection.end(well: false) },
    scene("cancelled") { bench, connection, loader in
      loader.cancel()
      bench.settle()
      connection.answer()
    },
    scene("cancelled-late") { bench, connection, loader in
      connection.end()
      bench.settle()
      loader.cancel()
    },
    .init("cancelled-at-the-end") { bench, make in
      let connections = callers.map { _ in StagedTransfer(bench) }
      let loaders = zip(callers, connections).map { make(order($1, $0, bench)) }
      loaders.forEach { $0.start() }
      bench.settle()
      LearnersClock.pauseAfterUnlock(seconds: 0.03)
      for (connection, loader) in zip(connections, loaders) {
        bench.elsewhere {
          connection.end()
          loader.cancel()
        }
      }
    })

  private static let callers = ["anna", "berta", "carla", "dora"]

  /// A loader that is under way when something happens to it.
  private static func scene(
    _ name: String, _ body: @escaping @Sendable (Bench, StagedTransfer, Loader) -> Void
  ) -> Scenes<Order, Loader>.Scene {
    .init(name) { bench, make in
      let connection = StagedTransfer(bench)
      let loader = make(order(connection, "caller", bench))
      loader.start()
      bench.settle()
      body(bench, connection, loader)
    }
  }

  private static func order(
    _ connection: StagedTransfer, _ caller: String, _ bench: Bench
  ) -> Order {
    let log = bench.log(caller)
    return (connection.connect, { log(StagedTransfer.picture) }, { log(error($0)) })
  }

  private static func error(_ words: String) -> Event.Mark {
    Event.Mark("error, {}", .text(words))
  }

  private static let begun: [Trace.Condition] = [.happens(.began("transfer"))]

  static let once = Exercise(
    20, .mend, "Tell the caller once", chain, at: "Exercise20.chain",
    call: "{ order in\n  let loader = ImageLoader(connect: order.connect)\n"
      + "    .then { order.then() }\n    .catch { order.catch($0) }\n"
      + "  return (start: { loader.start() }, cancel: { loader.cancel() })\n}",
    mistake: "once-cancelled",
    requirements: [
      Requirement(
        "arrives", "the caller gets the picture",
        otherwise: "The picture arrives, and the caller is not told, or is told twice.",
        in: "arrives", given: begun, expect: [.told([picture], "caller")]),
      Requirement(
        "not-early", "the caller gets the picture when it is there",
        otherwise: "ImageLoader tells its caller of the picture before the transfer has ended.",
        in: "arrives",
        expect: [.order(.ended("transfer"), .marked(StagedTransfer.picture, by: "caller"))]),
      Requirement(
        "fails", "the caller gets the error of the transfer",
        otherwise: "The transfer fails, and the caller is not told of the error \"failed\" once.",
        in: "fails", given: begun, expect: [.told([error("failed")], "caller")]),
      Requirement(
        "once-cancelled", "the caller is told once that it was cancelled",
        otherwise: "ImageLoader is cancelled, and its caller is told twice, or not of the error "
          + "\"cancelled\": the cancelled transfer calls back, too.",
        in: "cancelled", given: begun, expect: [.told([error("cancelled")], "caller")]),
      Requirement(
        "too-late", "a cancel after the picture tells nothing",
        otherwise:
          "cancel() comes after the picture, and the caller is told again: the picture was "
          + "there, and that was the end.",
        in: "cancelled-late", given: begun, expect: [.told([picture], "caller")]),
      Requirement(
        "gives-up", "a cancelled loader gives its transfer up",
        otherwise: "The caller is told once. But the transfer of a cancelled ImageLoader goes on: "
          + "call the closure that connect returned.",
        in: "cancelled", expect: [.givenUp()]),
      Requirement(
        "one-step", "the caller is told once when two threads end it",
        otherwise: "The picture arrives while cancel() is called on another thread, and the caller "
          + "is told twice: to ask whether it is over and to say so must be one step under the lock.",
        in: "cancelled-at-the-end",
        expect: [
          .each(callers) { caller in
            [.any(.told([picture], caller), .told([error("cancelled")], caller))]
          }
        ]),
    ])

  /// The scenes for the learner's `Manager`: several want the same picture.
  public static let sharing = Scenes<Stage.Connect, Visit.Load>(
    pictures("same-picture", { $0.want("anna", "berta", "carla") }, { $0.first.end() }),
    pictures("fails", { $0.want("anna", "berta") }, { $0.first.end(well: false) }),
    pictures(
      "other-pictures", { $0.want("anna") }, { $0.want("berta", picture: "dog.png") },
      { $0.first.end(1) }, { $0.first.end(0, well: false) }),
    pictures(
      "one-gives-up", { $0.want("anna", "berta", "carla") }, { $0.giveUp("berta") },
      { $0.first.end() }),
    pictures(
      "all-give-up", { $0.want("berta", "berta") }, { $0.giveUp("berta") },
      { $0.first.answer(0) },
      { $0.want("dora") }, { $0.first.end() }),
    pictures(
      "wanted-again", { $0.want("anna") }, { $0.first.end(0) }, { $0.want("dora") },
      { $0.giveUp("anna") }, { $0.first.end() }),
    .init("at-once") { bench, make in
      LearnersClock.pauseAfterUnlock(seconds: 0.03)
      let connection = StagedTransfer(bench)
      let mayAsk = bench.gate("may ask", isTraced: false)
      for _ in 0..<rounds {
        let visit = Visit(bench, [connection], make(connection.connect))
        for caller in ["anna", "berta"] {
          bench.elsewhere {
            mayAsk.wait()
            visit.want(caller)
          }
        }
      }
      bench.settle()
      mayAsk.open()
      bench.settle()
      connection.end()
    })

  private static func pictures(
    _ name: String, _ steps: Visit.Step...
  ) -> Scenes<Stage.Connect, Visit.Load>.Scene {
    .init(name) { bench, make in
      let connection = StagedTransfer(bench)
      Visit(bench, [connection], make(connection.connect)).take(steps)
    }
  }

  /// How many pictures are asked for by two callers at once.
  private static let rounds = 4

  static let manager = Exercise(
    20, place: 2, .build, "One transfer for all who want the picture", sharing,
    at: "Exercise20.sharing",
    call: "{ connect in\n  let manager = Manager(connect: connect)\n"
      + "  return { name, done in\n"
      + "    let giveUp = manager.load(name) { done($0) }\n    return { giveUp() }\n  }\n}",
    requirements: [
      Requirement(
        "one-transfer", "callers of the same picture share a transfer",
        otherwise:
          "Several callers want the same picture, and Manager transfers it more than once, "
          + "or never.",
        in: "same-picture", expect: [.count(1, of: "transfer")]),
      Requirement(
        "both-told", "each of them is told once",
        otherwise: "The picture is transferred once now. But not each caller that wants it is told "
          + "of it once.",
        in: "same-picture", expect: ["anna", "berta", "carla"].map { .told([picture], $0) }),
      Requirement(
        "fails", "each of them is told that there is no picture",
        otherwise: "The transfer fails, and not each caller is told so: done takes what the "
          + "transfer's closure was given.",
        in: "fails", expect: ["anna", "berta"].map { .told([StagedTransfer.error], $0) }),
      Requirement(
        "own-name", "each picture has a transfer of its own",
        otherwise:
          "The transfer is shared now. But callers of different pictures share it, too: one "
          + "of them gets the other's picture.",
        in: "other-pictures",
        expect: [
          .count(2, of: "transfer"), .told([StagedTransfer.error], "anna"),
          .told([picture], "berta"),
        ]),
      Requirement(
        "other-served", "the others get the picture when one caller gives up",
        otherwise: "The transfer is shared now. But when one caller gives up, the others lose the "
          + "picture, too.",
        in: "one-gives-up", expect: ["anna", "carla"].map { .told([picture], $0) }),
      Requirement(
        "gives-up", "when all callers have given up, the transfer is cancelled",
        otherwise: "A caller that gives up disturbs no other. But when all have given up, the "
          + "transfer goes on.",
        in: "all-give-up", given: begun, expect: [.givenUp()]),
      Requirement(
        "silent", "a caller that has given up is told nothing",
        otherwise: "A caller has given up, and is told anyway.",
        in: "one-gives-up", "all-give-up", expect: [.told([], "berta")]),
      Requirement(
        "again", "the picture can be wanted again",
        otherwise: "A caller wants the picture when an earlier transfer of it is over or given up. "
          + "It is not told once of the picture, or loses it because an earlier caller gives up.",
        in: "wanted-again", "all-give-up", expect: [.told([picture], "dora")]),
      Requirement(
        "one-step", "callers that ask at the same time share a transfer",
        otherwise: "Two threads ask for the same picture at once, and it is transferred twice, or "
          + "one of them is not told: to look for a transfer and to enter it must be one step.",
        in: "at-once",
        expect: [.count(rounds, of: "transfer")]
          + ["anna", "berta"].map { .told(Array(repeating: picture, count: rounds), $0) }),
    ])

  private static let picture = StagedTransfer.picture
}
