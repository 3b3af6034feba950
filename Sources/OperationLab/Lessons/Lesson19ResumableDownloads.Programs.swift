import Foundation

/// What lesson 19 runs.
enum ResumableDownloadsPrograms {
  static let all = [
    suspend, paused, newOperation, trusting, checking, width, ResumableDownloadsManager.program,
  ]

  // snippet: suspend
  private static let suspend = Program(
    "suspend", role: .article,
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

  private static let paused = Program(
    "paused", role: .broken, "The same, but nobody resumes it.", expected: .hangs
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = SuspendingOperation("film", film.url, into: film.store, bench)
      pauseHalfWay(operation, film, bench) { operation.pause() }
    }
  }

  // snippet: new-operation
  private static let newOperation = Program(
    "new-operation", role: .fixed,
    "The download is paused by cancelling it; a new operation asks for the rest."
  ) { bench in
    bench.withServer { server in
      let film = Film(bench, server)
      let operation = CancellingOperation("film", film.url, into: film.store, bench)
      let queue = pauseHalfWay(operation, film, bench) { operation.cancel() }
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
  private static func pauseHalfWay(
    _ operation: TaskOperation, _ film: Film, _ bench: Bench, pause: () -> Void
  ) -> TracedQueue {
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(operation)
    queue.addOperation(bench.block("next"))
    film.store.hasFirstPart.waitForOutside()
    bench.log("file")(.noted, note: "\(film.store.count) bytes")
    pause()
    return queue
  }
  // end snippet

  private static let trusting = Program(
    "trusting", role: .broken,
    "The server ignores Range and sends the whole file; the operation appends it."
  ) { bench in
    fetchRest(bench) { TrustingOperation("rest", $0.url, into: $0.store, bench) }
  }

  private static let checking = Program(
    "checking", role: .fixed, "The same; the operation looks at the status first."
  ) { bench in
    fetchRest(bench) { CheckingOperation("rest", $0.url, into: $0.store, bench) }
  }

  private static func fetchRest(_ bench: Bench, _ make: (Film) -> TaskOperation) {
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
  private static let width = Program(
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
        if place < 2 { bench.settle() }
        manager(.noted, note: "completes \(four[place])")
        operations[place].completeTask()
      }
      server.stop()
    }
  }
  // end snippet
}
