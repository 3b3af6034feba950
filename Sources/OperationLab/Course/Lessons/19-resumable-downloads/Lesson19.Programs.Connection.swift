import Foundation
import OperationDownloads
import OperationLab

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
          log(Film.comparison(of: result))
          isOver.open()
        })
      connection.operation.name = "film"
      let queue = bench.queue("downloads", width: 1)
      queue.addOperation(connection.operation)
      queue.addOperation(bench.block("next"))
      hasPart.waitForOutside()
      connection.pause()
      log(.observed, connection.operation, .mark(isPaused(with: connection.data.count)))
      if film.isLetGo.waitForOutside() { bench.log("server")(connectionIsGone) }
      bench.settle()
      bench.log("program")(resumesFilm)
      connection.resume()
      isOver.waitForOutside()
      server.stop()
    }
  }
  // end snippet
}

extension Lesson19.Film {
  /// What a connection has brought.
  fileprivate static func comparison(of result: Result<Data, DownloadError>) -> Event.Mark {
    switch result {
    case .success(let data): data == body.bytes(0..<body.length) ? isWhole : bytes(data.count)
    case .failure(let error): Event.Mark("failed: {}", .text("\(error.problem)"))
    }
  }
}
