import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

/// Exercises of lesson 20: a picture, or an error, and never both.
public enum Exercise20 {
  /// What a learner's loader is driven with: told, it calls back through these.
  public struct Loader: Sendable {
    /// Begins; a scene calls it once.
    let start: @Sendable () -> Void
    /// Gives it up; callable at any time.
    let cancel: @Sendable () -> Void

    /// What the driver makes of the learner's object.
    public init(start: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void) {
      self.start = start
      self.cancel = cancel
    }
  }

  /// The transfer, and whom to tell of the picture or the error.
  public typealias Order = (
    connect: Stage.Connect, then: @Sendable () -> Void, catch: @Sendable (String) -> Void
  )

  /// What `ImageLoader` of the learner's file is called in.
  public static let chain = Scenes<Order, Loader>(
    .init("arrives") { bench, make in
      let connection = StagedConnection(bench)
      make(order(connection, bench)).start()
      connection.end()
    },
    .init("fails") { bench, make in
      let connection = StagedConnection(bench)
      make(order(connection, bench)).start()
      connection.end(well: false)
    },
    .init("cancelled") { bench, make in
      let connection = StagedConnection(bench)
      let loader = make(order(connection, bench))
      loader.start()
      bench.log("loader")(.cancelled)
      loader.cancel()
      bench.settle()
      connection.end()
    },
    .init("cancelled-late") { bench, make in
      let connection = StagedConnection(bench)
      let loader = make(order(connection, bench))
      loader.start()
      connection.end()
      bench.settle()
      bench.log("loader")(.cancelled)
      loader.cancel()
    })

  private static func order(_ connection: StagedConnection, _ bench: Bench) -> Order {
    let log = bench.log("caller")
    return (
      connection.connect, { log(StagedConnection.picture) }, { log(error($0)) }
    )
  }

  private static func error(_ words: String) -> Event.Mark {
    Event.Mark("error, {}", .text(words))
  }

  static let once = Exercise(
    20, .mend, "Tell the caller once", chain, at: "Exercise20.chain",
    call: "{ order in\n  let loader = ImageLoader(connect: order.connect)\n"
      + "    .then { order.then() }\n    .catch { order.catch($0) }\n"
      + "  return .init(start: { loader.start() }, cancel: { loader.cancel() })\n}",
    mistake: "once-cancelled",
    requirements: [
      told(
        "arrives", "arrives", StagedConnection.picture,
        "The picture arrives, and the caller is not told so."),
      told(
        "fails", "fails", error("failed"),
        "The transfer fails, and the caller is not told so."),
      told(
        "once-cancelled", "cancelled", error("cancelled"),
        "It is cancelled, and the caller is told twice, or not at all: the cancelled transfer calls "
          + "back, too."),
      told(
        "too-late", "cancelled-late", StagedConnection.picture,
        "A cancel that comes after the picture is told as an error as well: the picture was there, "
          + "and that was the end."),
    ])

  private static func told(
    _ id: String, _ scene: String, _ expected: Event.Mark, _ message: String
  ) -> Requirement {
    let words = Event.Fact.mark(expected).words
    return Requirement(
      id, "in the scene '\(scene)' the caller is told: \(words)",
      otherwise: message
    ) {
      let run = try $0[scene]
      _ = try run.first(.began, of: "transfer")
      let told = run.all(.noted, of: "caller")
      return .confirmed(
        if: told.map(\.mark) == [expected], words,
        otherwise: told.isEmpty ? "nothing" : told.map(\.note).joined(separator: ", "),
        told + [try run.rest()])
    }
  }

  /// What a learner's manager is driven with.
  public struct Manager: Sendable {
    /// Asks for a picture by its name; what is returned gives the wish up.
    let load:
      @Sendable (_ name: String, _ done: @escaping @Sendable (Bool) -> Void) -> @Sendable () -> Void

    /// What the driver makes of the learner's object.
    public init(
      load:
        @escaping @Sendable (
          _ name: String, _ done: @escaping @Sendable (Bool) -> Void
        ) -> @Sendable () -> Void
    ) {
      self.load = load
    }
  }

  /// What `Manager` of the learner's file is called in: two want the same picture.
  public static let sharing = Scenes<Stage.Connect, Manager>(
    .init("two-callers") { bench, make in
      let connection = StagedConnection(bench)
      let manager = make(connection.connect)
      for name in ["anna", "berta"] { _ = wish(of: name, manager, bench) }
      connection.end()
    },
    .init("one-gives-up") { bench, make in
      let connection = StagedConnection(bench)
      let manager = make(connection.connect)
      let giveUp = wish(of: "anna", manager, bench)
      _ = wish(of: "berta", manager, bench)
      bench.log("anna")(.cancelled)
      giveUp()
      bench.settle()
      connection.end()
    },
    .init("both-give-up") { bench, make in
      let connection = StagedConnection(bench)
      let manager = make(connection.connect)
      let wishes = ["anna", "berta"].map { wish(of: $0, manager, bench) }
      bench.log("berta")(.cancelled)
      wishes.forEach { $0() }
      bench.settle()
      bench.log("server")(.noted, note: "answers after all")
      connection.end()
    })

  private static func wish(
    of name: String, _ manager: Manager, _ bench: Bench
  ) -> @Sendable () -> Void {
    let log = bench.log(name)
    return manager.load("picture") { log($0 ? StagedConnection.picture : StagedConnection.error) }
  }

  static let manager = Exercise(
    20, place: 2, .build, "One transfer for all who want the picture", sharing,
    at: "Exercise20.sharing",
    call: "{ connect in\n  let manager = Manager(connect: connect)\n"
      + "  return .init(load: { name, done in\n"
      + "    let giveUp = manager.load(name) { done($0) }\n    return { giveUp() }\n  })\n}",
    requirements: [
      Requirement(
        "one-transfer", "two who want the same picture share a transfer",
        otherwise: "Two want the same picture, and it is transferred twice."
      ) { try $0["two-callers"].count(.began, "transfer", is: 1) },
      Requirement(
        "both-told", "both get the picture",
        otherwise: "It is transferred once now, but not both who want it are told."
      ) { try hear($0["two-callers"], of: ["anna", "berta"]) },
      Requirement(
        "other-served", "who does not give up gets the picture although the other one does",
        otherwise: "It is shared now. But when one gives up, the other one loses the picture, too."
      ) {
        let run = try $0["one-gives-up"]
        _ = try run.first(.cancelled, of: "anna")
        let berta = run.all(.noted, of: "berta")
        return .confirmed(
          if: berta.map(\.mark) == [StagedConnection.picture], "berta gets it",
          otherwise: "berta hears \(berta.map(\.note))", berta + [try run.rest()])
      },
      Requirement(
        "gives-up", "when nobody wants it any more, the transfer is cancelled",
        otherwise: "It is shared now, and who gives up disturbs nobody. But when nobody wants the "
          + "picture any more, its transfer goes on."
      ) {
        let run = try $0["both-give-up"]
        let answer = try run.first(.noted, of: "server")
        let given = run.all(.noted, of: "transfer").first { $0.mark == StagedConnection.givenUp }
        return .confirmed(
          if: given != nil, "the transfer was cancelled", otherwise: "the transfer goes on",
          [given ?? answer])
      },
    ])

  private static func hear(_ run: Run, of callers: [String]) throws -> Judgement {
    let heard = callers.map { ($0, run.all(.noted, of: $0)) }
    return .confirmed(
      if: heard.allSatisfy { $0.1.map(\.mark) == [StagedConnection.picture] }, "both hear of it",
      otherwise: heard.map { "\($0.0) hears \($0.1.map(\.note))" }.joined(separator: ", "),
      heard.flatMap(\.1) + [try run.rest()])
  }
}
