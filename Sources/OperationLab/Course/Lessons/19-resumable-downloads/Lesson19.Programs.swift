import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson19 {
  // snippet: suspend
  static let suspend = Program(
    "suspend", role: .broken,
    "A download is paused with suspend(), then resumed; one waits behind."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = SuspendingOperation("film", film.url, into: film.store, bench)
      pauseHalfWay(operation, film, bench) { operation.pause() }
      bench.settle()
      operation.goOn()
      film.letServerGoOn()
      operation.isOver.waitForOutside()
      film.report()
      server.stop()
    }
  }
  // end snippet

  static let paused = Program(
    "paused", role: .broken, "The same, but nobody resumes it.", expected: .hangs
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
    "As in article B: the download is paused by cancelling it; a new operation asks for the rest."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = CancellingOperation("film", film.url, into: film.store, bench)
      let queue = pauseHalfWay(operation, film, bench) { operation.cancel() }
      if film.isLetGo.waitForOutside() { bench.log("server")(connectionIsGone) }
      bench.settle()
      let rest = CancellingOperation("rest", film.url, into: film.store, bench)
      queue.addOperation(rest)
      rest.isOver.waitForOutside()
      film.report()
      server.stop()
    }
  }
  // end snippet

  // snippet: half-way
  /// Starts the download in a queue of width 1, puts another behind it, and pauses the first when
  /// the server has sent the first part and is silent.
  @discardableResult
  static func pauseHalfWay(
    _ operation: TaskOperation, _ film: Film, _ bench: Bench, pause: () -> Void
  ) -> TracedQueue {
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
    "The server ignores Range and sends the whole file; the operation appends it."
  ) { bench in
    fetchRest(bench) { TrustingOperation("rest", $0.url, into: $0.store, bench) }
  }

  static let checking = Program(
    "checking", role: .fixed, "The same; the operation looks at the status first."
  ) { bench in
    fetchRest(bench) { CheckingOperation("rest", $0.url, into: $0.store, bench) }
  }

  static func fetchRest(_ bench: Bench, _ make: (Film) -> TaskOperation) {
    bench.withServer { server in
      let film = Film(bench, server, always: .ignoreRange)
      let operation = make(film)
      bench.queue("downloads").addOperation(operation)
      operation.isOver.waitForOutside()
      film.report()
      server.stop()
    }
  }

  static let four = ["a", "b", "c", "d"]

  // snippet: width
  static let width = Program(
    "width", role: .article,
    "Four downloads, width 2. Who hears of a task's end completes its operation, one at a time."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads", width: 2)
      let manager = bench.log("manager")
      let ends = four.map { bench.gate("the transfer of \($0) is over", isTraced: false) }
      let operations = zip(four, ends).map { name, end in
        server.serve("/\(name)", LoopbackServer.Resource(.generated(length: 4_000)))
        let store = ByteStore(bench, from: server)
        return TaskOperation(name, server.url("/\(name)"), into: store, bench) { _ in end.open() }
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
      server.stop()
    }
  }
  // end snippet

  // snippet: manager
  static let program = Program(
    "manager", role: .fixed,
    "The kit's DownloadManager, width 2: start, pause, cancel, restart and resume."
  ) { bench in
    bench.withServer { server in
      bench.withFolder { folder in
        let listener = ManagerListener(bench)
        let manager = DownloadManager(width: 2, retry: .never, session: TransferSession()) {
          listener.hear($0)
        }
        let program = bench.log("program")
        let files = ["film", "song", "book"].map { SlowFile($0, bench, server) }
        for file in files { manager.start(file.url, to: folder.appending(path: file.name)) }
        listener.wait("film", hasProgress)
        listener.wait("song", hasProgress)
        program(pausesFilm)
        manager.pause(files[0].url)
        listener.wait("book", hasProgress)
        let kept = manager[files[0].url]?.progress.received ?? 0
        program(cancelsBook)
        manager.cancel(files[2].url)
        listener.wait("book", isCancelled)
        program(restartsSong)
        manager.restart(files[1].url)
        listener.wait("song", isFinished)
        program(resumesFilm)
        manager.resume(files[0].url)
        listener.wait("film", isFinished)
        // Each command has ended a transfer: the server must have noticed.
        files.forEach { $0.isLetGo.waitForOutside() }
        server.stop()
        for file in files.prefix(2) {
          bench.log("server")(requests(for: file.name, on: server, kept: kept))
        }
        bench.log("disk")(try contents(of: folder))
      }
    }
  }
  // end snippet

  /// How much had come by the time of a pause may differ from run to run; that the rest begins
  /// there may not.
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

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson19 {
  // snippet: cancels-waiting
  static let cancelsWaiting = Program(
    "cancels-waiting", role: .article,
    "With the operation that article B links: song is next, is cancelled, and then gets a thread."
  ) { bench in
    cancelBeforeThread(bench) { LinkedDownload($0, makeTask: $1) }
  }

  static let cancelsWaitingMended = Program(
    "cancels-waiting-mended", role: .fixed, "The same with both faults mended."
  ) { bench in
    cancelBeforeThread(bench) { MendedDownload($0, makeTask: $1) }
  }

  /// The threads of the queue come from a dispatch queue that is held up, as in lesson 12.
  static func cancelBeforeThread(
    _ bench: Bench,
    _ make: (Log, (@escaping @Sendable () -> Void) -> URLSessionTask) -> SessionDownload
  ) {
    bench.withServer { server in
      server.serve("/song", LoopbackServer.Resource(.generated(length: 4_000)))
      let session = URLSession(configuration: .ephemeral)
      let song = make(bench.log("song")) { whenOver in
        session.dataTask(with: server.url("/song")) { _, _, _ in whenOver() }
      }
      let threads = DispatchQueue(label: "threads")
      threads.suspend()
      let queue = bench.queue("downloads", width: 1)
      queue.underlyingQueue = threads
      queue.addOperation(song)
      song.cancel()
      bench.observe(song, note: "after cancel()")
      threads.resume()
      bench.settle()
      bench.log("server")(server.requests.isEmpty ? wasNotAsked : wasAskedForSong)
      session.finishTasksAndInvalidate()
      server.stop()
    }
  }
  // end snippet
}

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
