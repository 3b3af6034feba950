import Foundation
import OperationDownloads

extension Lesson19 {
  // snippet: connection
  static let connection = Program(
    "connection", role: .fixed,
    "The kit's DataConnection in a queue of width 1: paused half-way, then resumed; one waits behind."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let log = bench.log("film")
      let (hasPart, isOver) = (
        bench.gate("a part", isTraced: false), bench.gate("over", isTraced: false)
      )
      let connection = DataConnection(
        film.url, session: TransferSession(),
        progress: { if $0.received >= Film.firstPart { hasPart.open() } },
        completion: { result in
          log(.noted, note: Film.comparison(of: result))
          isOver.open()
        })
      connection.operation.name = "film"
      let queue = bench.queue("downloads", width: 1)
      queue.addOperation(connection.operation)
      queue.addOperation(bench.block("next"))
      hasPart.waitForOutside()
      connection.pause()
      log(.observed, connection.operation, note: "paused, with \(connection.data.count) bytes")
      if film.isLetGo.waitForOutside() { bench.log("server")(.noted, note: connectionIsGone) }
      bench.settle()
      bench.log("program")(.noted, note: "resumes film")
      connection.resume()
      isOver.waitForOutside()
      server.stop()
    }
  }
  // end snippet
}

extension Lesson19.Film {
  /// What a connection has brought, in the words of ``Lesson19/ByteStore``.
  fileprivate static func comparison(of result: Result<Data, DownloadError>) -> String {
    switch result {
    case .success(let data): data == body.bytes(0..<body.length) ? isWhole : "\(data.count) bytes"
    case .failure(let error): "failed: \(error.problem)"
    }
  }
}
