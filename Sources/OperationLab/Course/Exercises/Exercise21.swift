import Foundation
import OperationBench

/// Exercises of lesson 21: memory, then disk, then six at a time.
public enum Exercise21 {
  /// The look on the disk, which says whether the picture is there, and the transfer of it.
  public typealias Sources = (disk: SceneTools.Connect, network: SceneTools.Connect)

  /// The scenes for the learner's `Cache`.
  public static let token = Scenes<Sources, Visit.Load>(ownLooks + looks)

  /// A caller that gives up while the picture is transferred, and how the look and the transfer answer.
  private static let looks: [Scenes<Sources, Visit.Load>.Scene] = World.all(
    [.givesUp, .givesUpTwice, .cancelledLate],
    [.endsAtOnce, .fails, .heedsNoCancel, .answersInGivingUp]
  ).map { world in
    .init(world) { bench, make in
      let all = [
        StagedTransfer(
          bench, "disk", answers: world.has(.endsAtOnce) ? .atOnce(well: false) : .later),
        StagedTransfer(bench, "network", answers: world.has(.endsAtOnce) ? .later : world.manner),
      ]
      Visit(bench, all, make((all[0].connect, all[1].connect))).take([
        { $0.want("anna") }, { $0.want("caller") }, { $0.first.end(well: false) },
        { visit in
          if world.has(.givesUp, .givesUpTwice) { visit.giveUp("caller") }
          if world.has(.givesUpTwice) { visit.giveUp("caller") }
        }, { $0.last.answer(well: world.isWell) },
        { visit in if world.has(.cancelledLate) { visit.giveUp("caller") } },
      ])
    }
  }

  /// Two threads use a token, or a look that ends.
  private static func meeting(
    _ name: String, ends first: Bool, _ one: @escaping @Sendable (Visit) -> Void,
    _ other: @escaping @Sendable (Visit) -> Void
  ) -> Scenes<Sources, Visit.Load>.Scene {
    .init(name, isExplored: true) { bench, make in
      let all = ["disk", "network"].map { StagedTransfer(bench, $0, answers: .whereEnded) }
      bench.meet(
        sharing: {
          let visit = Visit(bench, all, make((all[0].connect, all[1].connect)))
          visit.want("caller")
          if first { visit.first.end(well: false) }
          if !Lockstep.isRunning { bench.settle() }
          return visit
        }, one, other)
      all.forEach { $0.end() }
      bench.settle()
    }
  }

  private static let ownLooks: [Scenes<Sources, Visit.Load>.Scene] = [
    meeting(
      "given-up-as-disk-ends", ends: false, { $0.first.end(well: false) }, { $0.giveUp("caller") }),
    meeting(
      "given-up-as-network-ends", ends: true, { $0.last.end() }, { $0.giveUp("caller") }),
    look("on-disk", { $0.want("caller") }, { $0.first.end() }, { $0.last.end() }),
    look(
      "given-up-at-disk", { $0.want("caller") }, { $0.giveUp("caller") },
      { $0.first.end(well: false) }, { $0.last.end() }),
    look(
      "found-too-late", answers: .heedsNoCancel, { $0.want("caller") }, { $0.giveUp("caller") },
      { $0.first.end() }, { $0.last.end() }),
    look("on-disk-at-once", disk: .atOnce(well: true), { $0.want("caller") }),
  ]

  /// The disk is the first connection, and the network the last.
  private static func look(
    _ name: String, answers manner: StagedTransfer.EndKind = .later,
    disk: StagedTransfer.EndKind? = nil,
    _ steps: Visit.Step...
  ) -> Scenes<Sources, Visit.Load>.Scene {
    .init(name) { bench, make in
      let all = [
        StagedTransfer(bench, "disk", answers: disk ?? manner),
        StagedTransfer(bench, "network", answers: manner),
      ]
      Visit(bench, all, make((all[0].connect, all[1].connect))).take(steps)
    }
  }

  static let stopping = Exercise(
    21, .mend, "A token that stops every look", token, at: "Exercise21.token",
    call: "{ sources in\n  let cache = Cache(disk: sources.disk, network: sources.network)\n"
      + "  return { _, done in\n"
      + "    let token = cache.load { done($0) }\n    return { token.cancel() }\n  }\n}",
    mistake: "no-network",
    requirements: [
      Requirement(
        "finds", "what is on the disk is not transferred",
        otherwise:
          "The picture is on the disk, and Cache does not deliver it once, or transfers it "
          + "anyway.",
        in: "on-disk", "on-disk-at-once",
        expect: [.told([StagedTransfer.picture], "caller"), .count(0, of: "network")]),
      Requirement(
        "transfers", "what is not on the disk is transferred and delivered",
        otherwise:
          "The picture is not on the disk, and Cache does not look there first, transfer it "
          + "once and deliver it.",
        in: "undisturbed",
        expect: [
          .told([StagedTransfer.picture], "caller"), .count(2, of: "network"),
          .order(.ended("disk"), .began("network")),
        ]),
      Requirement(
        "fails", "the caller gets an error if the picture is nowhere",
        otherwise: "The transfer fails, and the caller does not get the error once: give done what "
          + "the transfer's closure gets.",
        in: "fails", expect: [.told([StagedTransfer.error], "caller")]),
      Requirement(
        "no-network", "given up while the disk is looked at, no transfer begins",
        otherwise: "The caller gives up while the disk is looked at, and a transfer begins anyway: "
          + "the token cancels what is under way now, and not what comes next.",
        in: "given-up-at-disk", "found-too-late", given: [.happens(.cancelled("caller"))],
        expect: [.count(0, of: "network")]),
      Requirement(
        "gives-up", "given up while it is transferred, the transfer is given up",
        otherwise: "Nothing begins after the caller has given up. But a transfer that is under way "
          + "then goes on.",
        in: "one-gives-up", "one-gives-up+ended-at-once", expect: [.givenUp("network")]),
      Requirement(
        "silent", "a caller that has given up gets no answer",
        otherwise: "Every look is stopped now, but a caller that has given up gets an answer.",
        in: "given-up-at-disk", "found-too-late", "one-gives-up", "one-gives-up+heeds-no-cancel",
        given: [.happens(.cancelled("caller"))], expect: [.told([], "caller")]),
      Requirement(
        "own-token", "a token gives up the wish of its own caller only",
        otherwise: "Two callers want the picture, and one gives up: the other is not told, or the "
          + "first is told anyway.",
        in: "one-gives-up",
        expect: [.told([StagedTransfer.picture], "anna"), .told([], "berta")]),
      Requirement(
        "one-step", "a caller that gives up while a look ends is not told after that",
        otherwise:
          "A look ends while its caller gives up, on another thread, and the caller is told, or a transfer "
          + "begins, after cancel() has returned: asking and acting must be one step.",
        in: "given-up-as-disk-ends", "given-up-as-network-ends",
        expect: [.nothingAfterGivingUp("caller", "network")]),
    ],
    view: { world in
      [.told("anna"), .told("caller"), .begins("disk"), .begins("network")]
    })

  /// The scenes for the learner's `loadAll`: one of the transfers that run ends, and when nothing comes of
  /// that any more, all end.
  public static let many = Scenes<[SceneTools.Begin], Void>(
    World.all([.noItem, .oneItem, .fiveItems, .sixItems], [.lastEndsFirst]).map { world in
      .init(world) { bench, loadAll in
        let transfers = (0..<world.count(otherwise: usual)).map { _ in
          StagedTransfer(bench, "picture", of: "load")
        }
        // It may return at once, or when all is loaded.
        bench.elsewhere { loadAll(transfers.map(\.begin)) }
        bench.settle()
        bench.log("server")(answersOne)
        if let first = world.special(of: min(6, transfers.count)) ?? transfers.indices.first {
          transfers[first].end()
        }
        bench.settle()
        bench.log("server")(answersAll)
        transfers.forEach { $0.end() }
      }
    })

  /// More than may be under way. With so many lanes, the last one would have only one.
  private static let usual = 11

  private static let answersOne: Event.Mark = "answers one"
  private static let answersAll: Event.Mark = "answers all"

  static let six = Exercise(
    21, place: 2, .build, "Six transfers at a time, and really six", many, at: "Exercise21.many",
    call: "{ loadAll($0.map { begin in { done in begin { done() } } }) }", mistake: "six",
    requirements: [
      Requirement(
        "begins", "transfers begin at all", otherwise: "No transfer begins.",
        in: "undisturbed", "last-ends-first", expect: [.not(.count(0, of: "picture"))]),
      Requirement(
        "six", "six transfers are under way, and the seventh waits",
        otherwise: "Not six transfers are under way before the first answer: a width counts "
          + "operations, and an operation that is finished before its transfer is counts no more.",
        in: "undisturbed", "last-ends-first",
        expect: [.count(6, of: "picture", until: .marked(answersOne, by: "server"))]),
      Requirement(
        "goes-on", "the seventh begins when one has ended",
        otherwise: "Six are under way now. But when one has ended, the next one does not begin.",
        in: "undisturbed", "last-ends-first",
        expect: [.count(7, of: "picture", until: .marked(answersAll, by: "server"))]),
      Requirement(
        "all", "each transfer is begun once and ends",
        otherwise: "Six at a time, but not every transfer begins once and ends.",
        in: "undisturbed", "last-ends-first",
        expect: [.count(usual, of: "picture"), .count(usual, .ended, of: "picture")]),
    ],
    view: { _ in [.begins("picture")] })
}

extension Trace.Condition {
  /// When the caller's call that gives up has returned, it is told nothing, and that work does not begin.
  fileprivate static func nothingAfterGivingUp(_ caller: String, _ work: String) -> Self {
    Self("nothing comes after \(caller) has given up") { run in
      let gaveUp = run.all(.returned, of: Visit.token(of: caller)).first
      let late = (run.all(.noted, of: caller) + run.all(.began, of: work))
        .filter { event in gaveUp.map { event.seq > $0.seq } ?? false }
      return Outcome(late.isEmpty, "", late + [try run.rest()])
    }
  }
}
