import Foundation
import OperationTesting

/// Exercises of lesson 21: memory, then disk, then six at a time.
public enum Exercise21 {
  /// What a learner's cache is driven with.
  public struct Cache: Sendable {
    /// Asks for a picture; the token that is returned gives the wish up.
    let load: @Sendable (_ done: @escaping @Sendable (Bool) -> Void) -> @Sendable () -> Void

    /// What the driver makes of the learner's object.
    public init(
      load:
        @escaping @Sendable (
          _ done: @escaping @Sendable (Bool) -> Void
        ) -> @Sendable () -> Void
    ) {
      self.load = load
    }
  }

  /// What looks on the disk and says whether the picture is there, and what transfers it.
  public typealias Sources = (disk: Stage.Connect, network: Stage.Connect)

  /// What `Cache` of the learner's file is called in.
  public static let token = Scenes<Sources, Cache>(
    .init("on-disk") { bench, make in
      let (disk, network) = sources(bench)
      _ = wish(make((disk.connect, network.connect)), bench)
      disk.end(well: true)
      bench.settle()
      network.end()
    },
    .init("not-on-disk") { bench, make in
      let (disk, network) = sources(bench)
      _ = wish(make((disk.connect, network.connect)), bench)
      disk.end(well: false)
      bench.settle()
      network.end()
    },
    .init("given-up-at-disk") { bench, make in
      let (disk, network) = sources(bench)
      let giveUp = wish(make((disk.connect, network.connect)), bench)
      bench.log("caller")(.cancelled)
      giveUp()
      bench.settle()
      disk.end(well: false)
      bench.settle()
      network.end()
    },
    .init("given-up-at-network") { bench, make in
      let (disk, network) = sources(bench)
      let giveUp = wish(make((disk.connect, network.connect)), bench)
      disk.end(well: false)
      bench.settle()
      bench.log("caller")(.cancelled)
      giveUp()
      bench.settle()
      bench.log("server")(.noted, note: "answers after all")
      network.end()
    })

  private static func sources(_ bench: Bench) -> (disk: StagedConnection, network: StagedConnection)
  {
    (StagedConnection(bench, "disk"), StagedConnection(bench, "network"))
  }

  private static func wish(_ cache: Cache, _ bench: Bench) -> @Sendable () -> Void {
    let log = bench.log("caller")
    return cache.load { log($0 ? StagedConnection.picture : StagedConnection.error) }
  }

  static let stopping = Exercise(
    21, .mend, "A token that stops every look", token, at: "Exercise21.token",
    call: "{ sources in\n  let cache = Cache(disk: sources.disk, network: sources.network)\n"
      + "  return .init(load: { done in\n"
      + "    let token = cache.load { done($0) }\n    return { token.cancel() }\n  })\n}",
    mistake: "no-network",
    requirements: [
      Requirement(
        "finds", "what is on the disk is not transferred",
        otherwise:
          "The picture is on the disk, and it is not delivered, or transferred all the same."
      ) {
        let run = try $0["on-disk"]
        let caller = run.all(.noted, of: "caller")
        return .confirmed(
          if: caller.map(\.mark) == [StagedConnection.picture]
            && run.all(.began, of: "network").isEmpty,
          "from the disk", otherwise: "not from the disk alone", caller + [try run.rest()])
      },
      Requirement(
        "transfers", "what is not on the disk is transferred and delivered",
        otherwise: "The picture is not on the disk, and it is not transferred and delivered."
      ) {
        let run = try $0["not-on-disk"]
        let caller = run.all(.noted, of: "caller")
        return .confirmed(
          if: caller.map(\.mark) == [StagedConnection.picture]
            && run.all(.began, of: "network").count == 1,
          "from the network", otherwise: "not from the network", caller + [try run.rest()])
      },
      Requirement(
        "no-network", "given up while the disk is looked at, no transfer begins",
        otherwise:
          "It is given up while the disk is looked at, and a transfer begins all the same: "
          + "the token cancels what is under way now, and not what comes next."
      ) {
        let run = try $0["given-up-at-disk"]
        _ = try run.first(.cancelled, of: "caller")
        return try run.never(.began, "network")
      },
      Requirement(
        "gives-up", "given up while it is transferred, the transfer is cancelled",
        otherwise:
          "Nothing begins after it was given up. But given up while it is transferred, the "
          + "transfer goes on."
      ) {
        let run = try $0["given-up-at-network"]
        let answer = try run.first(.noted, of: "server")
        let given = run.all(.noted, of: "network").first { $0.mark == StagedConnection.givenUp }
        return .confirmed(
          if: given != nil, "the transfer was cancelled", otherwise: "the transfer goes on",
          [given ?? answer])
      },
      Requirement(
        "silent", "who has given up is not told of a picture",
        otherwise: "Every look is stopped now, but who has given up is told all the same."
      ) {
        let run = try $0["given-up-at-network"]
        _ = try run.first(.cancelled, of: "caller")
        return try run.never(.noted, "caller")
      },
    ])

  /// What `loadAll` of the learner's file is called in, with ten transfers.
  public static let many = Scenes<[Stage.Begin], Void>(
    .init("ten") { bench, loadAll in
      let transfers = (1...count).map { StagedTransfer(bench, "picture\($0)", of: "load\($0)") }
      bench.calling { loadAll(transfers.map(\.begin)) }
      bench.settle()
      bench.log("server")(.noted, note: "answers the first")
      transfers[0].end()
      bench.settle()
      bench.log("server")(.noted, note: "answers all")
      transfers.forEach { $0.end() }
      bench.settle()
    })

  private static let count = 10

  static let six = Exercise(
    21, place: 2, .build, "Six transfers at a time, and really six", many, at: "Exercise21.many",
    call: "{ loadAll($0.map { begin in { done in begin { done() } } }) }", mistake: "six",
    requirements: [
      Requirement(
        "begins", "transfers begin at all", otherwise: "No transfer begins."
      ) { try $0["ten"].happens(.began, "picture1") },
      Requirement(
        "six", "six transfers are under way, and the seventh waits",
        otherwise: "Not six transfers are under way before the first answer: a width counts "
          + "operations, and an operation that is finished before its transfer is counts no more."
      ) {
        let run = try $0["ten"]
        let answer = try run.first(.noted, of: "server")
        let begins = run.all(.began).filter { $0.seq < answer.seq }
        return .confirmed(
          if: begins.count == 6, "six", otherwise: "\(begins.count)", begins + [answer])
      },
      Requirement(
        "goes-on", "the seventh begins when one is over",
        otherwise: "Six are under way now. But when one is over, the seventh does not begin."
      ) {
        let run = try $0["ten"]
        let answer = try run.last(.noted, of: "server")
        let begins = run.all(.began).filter { $0.seq < answer.seq }
        return .confirmed(
          if: begins.count == 7, "seven", otherwise: "\(begins.count)", begins + [answer])
      },
      Requirement(
        "all", "all ten come to their end",
        otherwise: "Six at a time, but not all ten come to their end."
      ) {
        let run = try $0["ten"]
        let ends = run.all(.ended)
        return .confirmed(
          if: ends.count == count, "ten", otherwise: "\(ends.count)", ends + [try run.rest()])
      },
    ])
}
