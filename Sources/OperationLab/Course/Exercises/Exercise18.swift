import Foundation
import OperationLab
import OperationTesting

/// Exercises of lesson 18: a download that can be cancelled at any moment.
public enum Exercise18 {
  /// What `Download` of the learner's file is called in: undisturbed, and cancelled while the server
  /// is silent.
  public static let silent = Scenes<Stage.Connect, Operation>(
    .init("undisturbed") { bench, make in
      let connection = StagedConnection(bench)
      bench.queue("downloads", width: 1)
        .addOperation(bench.cast(make(connection.connect), as: "download"))
      bench.settle()
      connection.end()
    },
    .init("silent-server") { bench, make in
      let connection = StagedConnection(bench)
      let download = bench.cast(make(connection.connect), as: "download")
      bench.queue("downloads", width: 1).addOperation(download)
      bench.settle()
      bench.cancel(download, "download")
      bench.settle()
      bench.log("server")(.noted, note: "answers after all")
      connection.end()
    })

  static let cancelling = Exercise(
    18, .mend, "Cancel it while the server is silent", silent, at: "Exercise18.silent",
    call: "{ Download(connect: $0) }", mistake: "at-once",
    requirements: [
      Requirement(
        "ends", "undisturbed, it is finished when its transfer is over",
        otherwise: "When nobody cancels it, it is not finished at the end of its transfer."
      ) {
        let run = try $0["undisturbed"]
        _ = try run.first(.ended, of: "transfer")
        return try run.finishes("download")
      },
      Requirement(
        "at-once", "cancelled while the server is silent, it is finished before the server answers",
        otherwise: "It is cancelled while the server is silent, and nothing happens: who asks for "
          + "isCancelled only when something arrives asks too late."
      ) {
        let run = try $0["silent-server"]
        _ = try run.first(.began, of: "transfer")
        return try run.state(
          of: "download", after: run.first(.cancelled, of: "download"), has: .finished)
      },
      Requirement(
        "gives-up", "the transfer is cancelled, too",
        otherwise:
          "It is finished at once now, but its transfer goes on: the connection stays open "
          + "for something that nobody wants."
      ) {
        let run = try $0["silent-server"]
        let answer = try run.first(.noted, of: "server")
        let given = run.all(.noted, of: "transfer")
          .first { $0.mark == StagedConnection.givenUp && $0.seq < answer.seq }
        return .confirmed(
          if: given != nil, "the transfer was cancelled", otherwise: "the transfer goes on",
          [given ?? answer])
      },
    ])

  /// Where to load from, and where to write to.
  public typealias Order = (url: URL, file: URL)

  /// What `Download` of the learner's file is called in, with a real server.
  public static let file = Scenes<Order, Operation>(
    .init("whole-file") { bench, make in
      loading(bench, DownloadStories.content, nil) { make(($0, $1)) }
    },
    .init("no-such-file") { bench, make in
      loading(bench, Data(), .status(404, [])) { make(($0, $1)) }
    },
    .init("silent-server") { bench, make in
      bench.withServer { server in
        bench.withFolder { folder in
          let isGone = bench.gate("the connection is gone", isTraced: false)
          let hold = LoopbackServer.Hold(whenAbandoned: {
            bench.log("server")(abandoned)
            isGone.open()
          })
          server.serve(
            DownloadStories.path, .init(DownloadStories.content, fault: .silence(hold)))
          let file = folder.appendingPathComponent("file")
          let download = make((server.url(DownloadStories.path), file))
          bench.elsewhere {
            if hold.isReached(timeout: 2) { bench.cancel(download, "download") }
          }
          DownloadStories.load(download, "download", into: file, bench)
          isGone.waitForOutside()
          server.stop()
        }
      }
    })

  private static let abandoned: Event.Mark = "the connection has gone"

  private static func loading(
    _ bench: Bench, _ data: Data, _ fault: LoopbackServer.Fault?,
    _ make: (URL, URL) -> Operation
  ) {
    bench.withServer { server in
      bench.withFolder { folder in
        server.serve(DownloadStories.path, .init(data, fault: fault))
        let file = folder.appendingPathComponent("file")
        DownloadStories.load(
          make(server.url(DownloadStories.path), file), "download", into: file, bench)
        server.stop()
      }
    }
  }

  static let building = Exercise(
    18, place: 2, .build, "Build a download operation", file, at: "Exercise18.file",
    call: "{ Download(from: $0.url, to: $0.file) }",
    requirements: [
      Requirement(
        "there", "when it is finished, the whole file is there",
        otherwise: "It is finished, and the file is not there, or not whole."
      ) {
        let run = try $0["whole-file"]
        _ = try run.first(.completed, of: "download")
        let found = try run.first(.noted, of: DownloadStories.file)
        return .confirmed(
          if: found.mark == DownloadStories.whole, "whole", otherwise: found.note, [found])
      },
      Requirement(
        "no-page", "when the server has no such file, none is written",
        otherwise: "The whole file arrives now. But the server's page for 'not found' is taken for "
          + "the file: ask for the status of the reply."
      ) {
        let run = try $0["no-such-file"]
        _ = try run.first(.completed, of: "download")
        let found = try run.first(.noted, of: DownloadStories.file)
        return .confirmed(
          if: found.mark == DownloadStories.missing, "no file", otherwise: found.note, [found])
      },
      Requirement(
        "gives-up", "cancelled, it ends and gives the connection up",
        otherwise:
          "The file arrives now. But cancelled while the server is silent, it does not give "
          + "its connection up."
      ) {
        let run = try $0["silent-server"]
        let cancelled = try run.first(.cancelled, of: "download")
        let gone = run.all(.noted, of: "server").first { $0.mark == abandoned }
        let isOver = !run.all(.completed, of: "download").isEmpty
        return .confirmed(
          if: gone != nil && isOver, abandoned.pattern, otherwise: "the connection stays",
          [cancelled] + [gone].compactMap { $0 })
      },
    ])
}
