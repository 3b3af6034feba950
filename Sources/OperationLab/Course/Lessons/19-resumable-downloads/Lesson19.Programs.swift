import Foundation
import OperationDownloads
@_spi(Course) import OperationBench

extension Lesson19 {
  // snippet: suspend
  static let suspend = Program(
    "suspend", role: .broken,
    "A download is paused with suspend() and resumed. Another operation waits in its queue."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = SuspendingOperation("film", film.url, into: film.store, bench)
      pauseHalfWay(operation, film, bench) { operation.pause() }
      bench.settle()
      operation.resume()
      film.releaseServer()
      operation.hasEnded.waitForOutside()
      film.report()
      server.stop()
    }
  }
  // end snippet

  static let paused = Program(
    "paused", role: .broken, "A download is paused with suspend() and never resumed.",
    expected: .hangs
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = SuspendingOperation("film", film.url, into: film.store, bench)
      pauseHalfWay(operation, film, bench) { operation.pause() }
    }
  }

  // snippet: new-operation
  static let newOperation = Program(
    "new-operation", role: .article,
    "As in article B, a download is paused by cancelling it. A new operation asks for the rest."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = CancellingOperation("film", film.url, into: film.store, bench)
      let queue = pauseHalfWay(operation, film, bench) { operation.cancel() }
      if film.isClosed.waitForOutside() { bench.log("server")(connectionIsClosed) }
      bench.settle()
      let rest = CancellingOperation("rest", film.url, into: film.store, bench)
      queue.addOperation(rest)
      rest.hasEnded.waitForOutside()
      film.report()
      server.stop()
    }
  }
  // end snippet

  // snippet: half-way
  /// Adds the download and another operation to a queue of width 1. Pauses the download when the
  /// server has sent the first part and is silent.
  @discardableResult
  static func pauseHalfWay(
    _ operation: DownloadTaskOperation, _ film: Film, _ bench: Bench, pause: () -> Void
  ) -> OperationQueue {
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(operation)
    queue.addOperation(bench.block("next"))
    film.store.hasFirstPart.waitForOutside()
    bench.log("file")(Film.bytes(film.store.count))
    pause()
    return queue
  }
  // end snippet

  static let trusting = Program(
    "trusting", role: .broken,
    "The server ignores Range and sends the whole file. The operation appends it."
  ) { bench in
    fetchRest(bench) { TrustingOperation("rest", $0.url, into: $0.store, bench) }
  }

  static let checking = Program(
    "checking", role: .fixed,
    "The server ignores Range and sends the whole file. The operation checks the status."
  ) { bench in
    fetchRest(bench) { StatusCheckingOperation("rest", $0.url, into: $0.store, bench) }
  }

  static func fetchRest(_ bench: Bench, _ make: (Film) -> DownloadTaskOperation) {
    bench.withServer { server in
      let film = Film(bench, server, always: .ignoreRange)
      let operation = make(film)
      bench.queue("downloads").addOperation(operation)
      operation.hasEnded.waitForOutside()
      film.report()
      server.stop()
    }
  }

  static let four = ["a", "b", "c", "d"]

  /// The file of a download. Each has its own length.
  static func file(of name: String) -> LoopbackServer.Body {
    .generated(length: 4_000 + 1_000 * (four.firstIndex(of: name) ?? 0))
  }

  // snippet: width
  static let width = Program(
    "width", role: .article,
    "Four downloads in a queue of width 2, with one session. The manager completes one at a time."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads", width: 2)
      let manager = bench.log("manager")
      let ends = four.map { bench.gate("the task of \($0) has ended", isTraced: false) }
      let session = SharedSession { operation in
        operation.log(taskHasEnded)
        four.firstIndex { $0 == operation.name }.map { ends[$0].open() }
      }
      let operations = four.map { name in
        server.serve("/\(name)", LoopbackServer.Resource(file(of: name)))
        let store = ByteStore(bench, from: server)
        return DownloadTaskOperation(
          name, server.url("/\(name)"), into: store, bench, session: session)
      }
      operations.forEach(queue.addOperation)
      ends[0].waitForOutside()
      for place in four.indices {
        if place + 1 < four.count { ends[place + 1].waitForOutside() }
        if place < 2 {
          bench.settle()
          manager(operationCount(queue.operationCount))
        }
        manager(.noted, note: "completes \(four[place])")
        operations[place].completeTask()
      }
      manager(sessionHasHad(tasks: session.taskCount))
      session.invalidate()
      server.stop()
      for (name, operation) in zip(four, operations) {
        bench.log("file \(name)")(operation.store.comparison(with: file(of: name)))
      }
    }
  }
  // end snippet

  // snippet: manager
  static let program = Program(
    "manager", role: .fixed,
    "The kit's DownloadManager with width 2: start, pause, cancel, restart and resume."
  ) { bench in
    bench.withServer { server in
      bench.withFolder { folder in
        let listener = ManagerListener(bench)
        let manager = DownloadManager(
          maxConcurrentOperationCount: 2, retry: .never, session: TransferSession()
        ) { listener.receive($0) }
        let program = bench.log("program")
        let files = ["film", "song", "book"].map { SlowFile($0, bench, server) }
        let ids = files.map { manager.start($0.url, to: folder.appending(path: $0.name)) }
        listener.wait("film", hasProgress)
        listener.wait("song", hasProgress)
        program(pausesFilm)
        manager.pause(ids[0])
        listener.wait("book", hasProgress)
        let kept = manager[ids[0]]?.progress.received ?? 0
        program(cancelsBook)
        manager.cancel(ids[2])
        listener.wait("book", isCancelled)
        program(restartsSong)
        manager.restart(ids[1])
        listener.wait("song", isFinished)
        program(resumesFilm)
        manager.resume(ids[0])
        listener.wait("film", isFinished)
        // Each command has ended a transfer, and the server must notice that.
        files.forEach { $0.isClosed.waitForOutside() }
        server.stop()
        for file in files.prefix(2) {
          bench.log("server")(requests(for: file.name, on: server, kept: kept))
        }
        bench.log("disk")(try contents(of: folder))
      }
    }
  }
  // end snippet

  /// How many bytes have arrived at a pause differs from run to run. But the rest must begin there.
  static func requests(for name: String, on server: LoopbackServer, kept: Int) -> Event.Mark {
    let starts = server.requests(for: "/\(name)").map { request -> FirstByte in
      switch request["Range"] {
      case nil: .fromFirstByte
      case "bytes=\(kept)-" where kept > 0: .fromWhereItStopped
      case let other?: .other(other)
      }
    }
    return wasAsked(for: name, starts)
  }

  static func contents(of folder: URL) throws -> Event.Mark {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return holds(
      try names.map { ($0, try SlowFile.body.matches(fileAt: folder.appending(path: $0))) })
  }
}

extension Lesson19 {
  // snippet: task-knows
  static let taskKnows = Program(
    "task-knows", role: .article,
    "When a transfer has ended, its task is asked for its state. Then the operation is completed."
  ) { bench in
    bench.withServer { server in
      let (body, ended) = (file(of: "film"), bench.gate("the task has ended", isTraced: false))
      server.serve("/film", LoopbackServer.Resource(body))
      let session = SharedSession { operation in
        operation.log(taskHasEnded)
        ended.open()
      }
      let film = DownloadTaskOperation(
        "film", server.url("/film"), into: ByteStore(bench, from: server), bench, session: session)
      bench.queue("downloads", width: 1).addOperation(film)
      ended.waitForOutside()
      bench.log("file")(film.store.comparison(with: body))
      bench.settle()
      if let task = film.task { film.log(.observed, film, .mark(state(of: task))) }
      film.completeTask()
      session.invalidate()
      server.stop()
    }
  }
  // end snippet
}

extension Lesson19 {
  // snippet: connection
  static let connection = Program(
    "connection", role: .fixed,
    "The kit's DataConnection is paused half-way and resumed. Another operation waits in its queue."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let log = bench.log("film")
      let (hasPart, hasEnded) = (
        bench.gate("a part", isTraced: false), bench.gate("the end", isTraced: false)
      )
      let connection = DataConnection(
        film.url, session: TransferSession(),
        progress: { if $0.received >= Film.firstPart { hasPart.open() } },
        completion: { result in
          log(Film.comparison(of: result))
          hasEnded.open()
        })
      connection.operation.name = "film"
      let queue = bench.queue("downloads", width: 1)
      queue.addOperation(connection.operation)
      queue.addOperation(bench.block("next"))
      hasPart.waitForOutside()
      connection.pause()
      log(.observed, connection.operation, .mark(isPaused(with: connection.data.count)))
      if film.isClosed.waitForOutside() { bench.log("server")(connectionIsClosed) }
      bench.settle()
      bench.log("program")(resumesFilm)
      connection.resume()
      hasEnded.waitForOutside()
      server.stop()
    }
  }
  // end snippet
}

extension Lesson19.Film {
  /// Compares what a connection has received with the file.
  fileprivate static func comparison(of result: Result<Data, DownloadError>) -> Event.Mark {
    switch result {
    case .success(let data): data == body.bytes(0..<body.length) ? isWhole : bytes(data.count)
    case .failure(let error): Event.Mark("failed: {}", .text("\(error.problem)"))
    }
  }
}
