import Foundation
import OperationDownloads
import OperationLab
import OperationBench

/// The exercises of lesson 20: a picture, or an error, and never both.
public enum Exercise20 {
  /// How the scenes use a learner's loader: `start` once, and `cancel` at any time.
  public typealias Loader = (start: @Sendable () -> Void, cancel: @Sendable () -> Void)

  /// The transfer, and the closures for the picture and for the error.
  public typealias Order = (
    connect: SceneTools.Connect, then: @Sendable () -> Void, catch: @Sendable (String) -> Void
  )

  /// The scenes for the learner's `ImageLoader`.
  public static let chain = Scenes<Order, Loader>(ownScenes + worlds)

  /// What becomes of a loader, and of its transfer.
  private static let worlds: [Scenes<Order, Loader>.Scene] = World.all(
    [.cancelledAtWork, .cancelledTwice, .cancelledAsItBegins, .cancelledLate],
    [.endsAtOnce, .fails, .answersInGivingUp]
  ).map { world in
    .init(world) { bench, make in
      let own = Locked<Loader?>(nil)
      let connection = StagedTransfer(bench, answers: world.manner) {
        guard world.has(.cancelledAsItBegins), let loader = own.withLock({ $0 }) else { return }
        let isBack = bench.gate("cancel() is back", isTraced: false)
        bench.elsewhere {
          loader.cancel()
          isBack.open()
        }
        _ = isBack.waitUnlessQuiet()
      }
      let loader = make(order(connection, "caller", bench))
      own.withLock { $0 = loader }
      loader.start()
      bench.settle()
      if world.has(.cancelledAtWork, .cancelledTwice) { loader.cancel() }
      if world.has(.cancelledTwice) { loader.cancel() }
      bench.settle()
      connection.answer(well: world.isWell)
      bench.settle()
      if world.has(.cancelledLate) { loader.cancel() }
      bench.settle()
      own.withLock { $0 = nil }
    }
  }

  private static let ownScenes: [Scenes<Order, Loader>.Scene] = [
    .init("cancelled-at-the-end", isExplored: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: {
          let loader = Started(make(order(connection, "caller", bench)))
          loader.use.start()
          return loader
        }, { _ in connection.end() }, { $0.use.cancel() })
    },
    .init("cancelled-at-any-step", isExplored: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: { Started(make(order(connection, "caller", bench))) },
        { $0.use.start() }, { $0.use.cancel() })
    },
    .init("ends-as-it-begins", isForSanitizer: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: { Started(make(order(connection, "caller", bench))) },
        { $0.use.start() }, { _ in connection.end() })
    },
    .init("calls-back") { bench, make in
      let connection = StagedTransfer(bench)
      let own = Locked<Loader?>(nil)
      let log = bench.log("caller")
      let loader = make(
        (
          connection.connect,
          {
            log(StagedTransfer.picture)
            own.withLock { $0 }?.cancel()
            log(.ended)
          }, { log(error($0)) }
        ))
      own.withLock { $0 = loader }
      loader.start()
      bench.settle()
      connection.end()
      bench.settle()
      own.withLock { $0 = nil }
    },
  ]

  /// A loader that several threads use.
  private struct Started: Sendable {
    let use: Loader

    init(_ use: Loader) { self.use = use }
  }

  private static func order(
    _ connection: StagedTransfer, _ caller: String, _ bench: Bench
  ) -> Order {
    let log = bench.log(caller)
    return (connection.connect, { log(StagedTransfer.picture) }, { log(error($0)) })
  }

  private static func error(_ words: String) -> Event.Mark {
    Event.Mark("error, {}", .words(words))
  }

  private static let begun: [Trace.Condition] = [.happens(.began("transfer"))]

  static let once = Exercise(
    20, .mend, "Call the caller's closure once", chain, at: "Exercise20.chain",
    call: "{ order in\n  let loader = ImageLoader(connect: order.connect)\n"
      + "    .then { order.then() }\n    .catch { order.catch($0) }\n"
      + "  return (start: { loader.start() }, cancel: { loader.cancel() })\n}",
    mistake: "once-cancelled",
    requirements: [
      Requirement(
        "arrives", "the caller gets the picture",
        otherwise:
          "The picture arrives, and the closure of then is not called, or is called twice.",
        in: "undisturbed", given: begun, expect: [.told([picture], "caller")]),
      Requirement(
        "not-early", "the caller gets the picture when it is there",
        otherwise: "ImageLoader calls the closure of then before the transfer has ended.",
        in: "undisturbed",
        expect: [.order(.ended("transfer"), .marked(StagedTransfer.picture, by: "caller"))]),
      Requirement(
        "fails", "the caller gets the error of the transfer",
        otherwise: "The transfer fails, and the caller does not get the error \"failed\" once.",
        in: "fails", given: begun, expect: [.told([error("failed")], "caller")]),
      Requirement(
        "once-cancelled", "the caller of a cancelled loader gets one error",
        otherwise: "ImageLoader is cancelled, and its caller gets two results, or not the error "
          + "\"cancelled\". The cancelled transfer calls its closure, too.",
        in: "cancelled-at-work", given: begun, expect: [.told([error("cancelled")], "caller")]
      ).says(givesUpFirst, if: .told([error("failed")], "caller")),
      Requirement(
        "too-late", "a cancel after the picture calls no closure",
        otherwise:
          "cancel() comes after the picture, and the caller gets a second result. The picture "
          + "was the end.",
        in: "cancelled-late", given: begun, expect: [.told([picture], "caller")]),
      Requirement(
        "gives-up", "a cancelled loader cancels its transfer",
        otherwise: "The caller gets one result. But the transfer of a cancelled ImageLoader "
          + "continues: call the closure that connect returned.",
        in: "cancelled-at-work", expect: [.givenUp()]),
      Requirement(
        "one-step", "the caller gets one result when two threads end the loader",
        otherwise: "The picture arrives while cancel() is called on another thread, and the caller "
          + "gets two results. Read the flag and set it in one step under the lock.",
        in: "cancelled-at-the-end",
        expect: [.any(.told([picture], "caller"), .told([error("cancelled")], "caller"))]),
      Requirement(
        "loses-no-cancel", "a cancel at any step of start() ends it, and its transfer",
        otherwise:
          "A cancel() that comes while start() is under way, such as inside connect, is lost, "
          + "or leaves the transfer: what connect returns comes too late for it.",
        in: "cancelled-at-any-step",
        expect: [.told([error("cancelled")], "caller"), .leavesNoTransfer]
      ).says(givesUpFirst, if: .told([error("failed")], "caller")),
      Requirement(
        "at-once", "the caller gets a picture that is there at once",
        otherwise: "If connect calls its closure before it returns, the caller does not get the "
          + "picture once.",
        in: "ended-at-once", given: begun, expect: [.told([picture], "caller")]),
      Requirement(
        "calls-back", "the closure of then may call cancel()",
        otherwise:
          "If the closure of then calls cancel(), that call never returns, or the caller gets "
          + "a second result. The closure is code that you do not know: call it with no lock held.",
        in: "calls-back", given: begun,
        expect: [.told([picture], "caller"), .comes(.ended("caller"))]),
    ],
    view: { world in
      [.told("caller"), .begins("transfer")]
        + (world.has(.cancelledAtWork, .cancelledTwice, .cancelledAsItBegins) ? [.isGivenUp()] : [])
    })

  /// Which of two threads ends the loader is another one from run to run.
  private static let givesUpFirst =
    "The loader is cancelled, and its caller gets \"failed\": the transfer is given up first, and "
    + "its closure ends the loader before cancel() does."

  /// The scenes for the learner's `Manager`, in which several callers want a picture.
  public static let sharing = Scenes<SceneTools.Connect, Visit.Load>(ownVisits + visits)

  /// What callers do, and how the transfer answers.
  private static let visits: [Scenes<SceneTools.Connect, Visit.Load>.Scene] = World.all(
    [.givesUp, .givesUpTwice, .allGiveUp, .asksAgain, .asksInAnswer, .otherName],
    [.fails, .endsAtOnce, .answersInGivingUp],
    without: [
      "calls-again+ended-at-once": "whether berta or dora asks first is open, and so who shares"
    ]
  ).map { world in
    .init(world) { bench, make in
      let connection = StagedTransfer(bench, answers: world.manner)
      let givesUp = world.has(.givesUp, .givesUpTwice, .allGiveUp)
      // A caller that has given up or been told gives up late, when others share a new transfer.
      let isAgain = world.has(.asksAgain, .allGiveUp)
      Visit(bench, [connection], make(connection.connect)).take([
        { $0.want("anna", then: world.has(.asksInAnswer) ? "dora" : nil) },
        { $0.want("berta", picture: world.has(.otherName) ? "dog.png" : "cat.png") },
        { visit in
          if givesUp { visit.giveUp("berta") }
          if world.has(.givesUpTwice) { visit.giveUp("berta") }
          if world.has(.allGiveUp) { visit.giveUp("anna") }
        },
        { $0.first.answer(isAgain ? 0 : nil, well: world.isWell) },
        { if isAgain { $0.want("dora") } }, { if isAgain { $0.giveUp("berta") } },
        { if isAgain { $0.want("emil") } }, { $0.first.end() },
      ])
    }
  }

  private static let ownVisits: [Scenes<SceneTools.Connect, Visit.Load>.Scene] = [
    .init("given-up-at-any-step", isExplored: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: {
          let visit = Visit(bench, [connection], make(connection.connect))
          visit.want("anna")
          return visit
        }, { $0.giveUp("anna") }, { $0.want("dora") })
      connection.end()
      bench.settle()
    },
    .init("given-up-at-the-end", isForSanitizer: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: {
          let visit = Visit(bench, [connection], make(connection.connect))
          visit.want("anna", "berta")
          return visit
        }, { $0.giveUp("anna") }, { _ in connection.end() })
    },
    .init("ends-as-it-begins", isForSanitizer: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: { Visit(bench, [connection], make(connection.connect)) }, { $0.want("anna") },
        { _ in connection.end() })
    },
    .init("at-once", isExplored: true) { bench, make in
      let connection = StagedTransfer(bench)
      bench.meet(
        sharing: { Visit(bench, [connection], make(connection.connect)) },
        { $0.want("anna") }, { $0.want("berta") })
      connection.end()
      bench.settle()
    },
  ]

  static let manager = Exercise(
    20, place: 2, .build, "One transfer for all callers of a picture", sharing,
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
        in: "undisturbed", expect: [.count(1, of: "transfer")]),
      Requirement(
        "both-told", "the closure of each caller is called once",
        otherwise: "The picture is transferred once now. But not each caller gets it once.",
        in: "undisturbed", expect: ["anna", "berta"].map { .told([picture], $0) }),
      Requirement(
        "fails", "when the transfer fails, each caller gets false",
        otherwise: "The transfer fails, and not each caller gets false. Pass the transfer's result "
          + "to done.",
        in: "fails", expect: ["anna", "berta"].map { .told([StagedTransfer.error], $0) }),
      Requirement(
        "own-name", "each picture has its own transfer",
        otherwise:
          "The transfer is shared now. But callers of different pictures share it, too: one "
          + "of them gets the other's picture.",
        in: "other-pictures",
        expect: [.count(2, of: "transfer")] + ["anna", "berta"].map { .told([picture], $0) }),
      Requirement(
        "other-served", "the others get the picture when one caller gives up",
        otherwise: "The transfer is shared now. But when one caller gives up, the others lose the "
          + "picture, too.",
        in: "one-gives-up", expect: [.told([picture], "anna")]),
      Requirement(
        "gives-up", "when all callers have given up, the transfer is cancelled",
        otherwise:
          "When one caller gives up, the others get their picture. But when all have given up, "
          + "the transfer continues.",
        in: "all-give-up", given: begun, expect: [.givenUp()]),
      Requirement(
        "silent", "the closure of a caller that has given up is not called",
        otherwise: "A caller has given up, and its closure is called anyway.",
        in: "one-gives-up", "all-give-up", expect: [.told([], "berta")]),
      Requirement(
        "again", "a picture can be loaded again",
        otherwise:
          "A caller wants the picture after an earlier transfer of it has ended. It does not get "
          + "the picture once, or loses it because an earlier caller gives up.",
        in: "asks-again", "all-give-up", expect: [.told([picture], "dora")]),
      Requirement(
        "one-step", "callers that ask at the same time share a transfer",
        otherwise:
          "Two threads call load for the same picture at once, and it is transferred twice, or "
          + "one of them gets no result. Find the transfer and add the caller in one step.",
        in: "at-once",
        expect: [.count(1, of: "transfer")] + ["anna", "berta"].map { .told([picture], $0) }),
      Requirement(
        "late-give-up", "a late give-up leaves the next transfer alone",
        otherwise:
          "A caller gives up after its picture has come. By then others share a new transfer, "
          + "and that is forgotten or given up: the next caller begins one more.",
        in: "asks-again", expect: [.count(2, of: "transfer"), .told([picture], "emil")]),
      Requirement(
        "at-once", "the caller gets a picture that is there at once",
        otherwise: "If connect calls its closure before it returns, the caller does not get the "
          + "picture once.",
        in: "ended-at-once", expect: [.told([picture], "anna")]),
      Requirement(
        "calls-again", "a caller may ask again when it is told",
        otherwise:
          "If the closure of a caller calls load, that call never returns, or its caller is "
          + "not told. The closure is code that you do not know: call it with no lock held.",
        in: "calls-again", expect: [.told([picture], "dora")]),
      Requirement(
        "others-stay", "a caller that asks while the last one gives up gets the picture",
        otherwise:
          "One caller gives up while another asks for the same picture, on another thread, and "
          + "that one is never told, or gets an error.",
        in: "given-up-at-any-step", expect: [.told([picture], "dora")]),
    ],
    view: { world in
      [.begins("transfer"), .told("anna"), .told("berta"), .told("dora"), .told("emil")]
        + (world.has(.allGiveUp) ? [.isGivenUp()] : [])
    })

  private static let picture = StagedTransfer.picture
}
