import Foundation
import OperationDownloads
import OperationTesting

extension Lesson20 {
  static let pieces = 3

  static let chain = Program(
    "chain", role: .article,
    "The kit's ImageDownloader, called as in article D. The picture comes in three pieces."
  ) { bench in
    inPieces(bench, PictureNetwork.file)
  }

  static let chainFails = Program(
    "chain-fails", role: .article, "The same; what comes is no picture."
  ) { bench in
    inPieces(bench, Data(repeating: 0, count: PictureNetwork.file.count))
  }

  // snippet: chain
  /// Each piece is sent when the progress of the one before it has been told.
  static func inPieces(_ bench: Bench, _ file: Data) {
    bench.withNetwork { network in
      let caller = Caller(bench, pieces: pieces)
      network.serve("/picture", file, pieces: pieces) { _, piece in caller.waitForPiece(piece) }
      let download = ImageDownloader(network.server.url("/picture"), session: network.session)
      caller.listen(to: bench.watch(download.named("download"))).start()
      caller.isTold.waitForOutside()
    }
  }
  // end snippet

  static let chainCancelled = Program(
    "chain-cancelled", role: .article, "The same; cancelled after the first piece."
  ) { bench in
    cancelAfterFirstPiece(bench) { ImageDownloader($0, session: $1).named("download") }
  }

  static let checksEachChunk = Program(
    "checks-each-chunk", role: .fixed,
    "cancel() only marks it, after the first piece. It looks whenever a piece has come."
  ) { bench in
    cancelAfterFirstPiece(bench) { LookingDownload(bench.log("download"), $0, $1) }
  }

  static let ignoresChunks = Program(
    "ignores-chunks", role: .broken, "The same, but it looks only after decoding."
  ) { bench in
    cancelAfterFirstPiece(bench) { DeafDownload(bench.log("download"), $0, $1) }
  }

  // snippet: after-first
  /// The second piece is sent when the operation has been cancelled, and the third when the caller
  /// has been told of the second, if it ever is.
  static func cancelAfterFirstPiece(
    _ bench: Bench, _ make: (URL, TransferSession) -> some ChainedDownload
  ) {
    bench.withNetwork { network in
      let caller = Caller(bench, pieces: pieces)
      let isGone = bench.gate("the connection is gone", isTraced: false)
      let holds = (0..<pieces).map { _ in
        LoopbackServer.Hold {
          bench.log("server")(connectionIsGone)
          isGone.open()
        }
      }
      network.serve("/picture", at: holds)
      let download = bench.watch(make(network.server.url("/picture"), network.session))
      holds[0].release()
      caller.listen(to: download).start()
      caller.hasPiece[0].waitForOutside()
      download.cancel()
      bench.log("download")(.cancelled, download)
      holds[1].release()
      bench.elsewhere {
        caller.hasPiece[1].wait()
        holds[2].release()
      }
      caller.isTold.waitForOutside()
      if !caller.hasPiece[1].isOpen { isGone.waitForOutside() }
      caller.hasPiece[1].open()
    }
  }
  // end snippet

  static let checksAfterDecoding = Program(
    "checks-after-decoding", role: .fixed,
    "All bytes are there. cancel() marks it while it decodes; it looks when it has decoded."
  ) { bench in
    cancelLate(bench, at: .decoding) { LookingDownload(bench.log("download"), $0, $1, hold: $2) }
  }

  static let forgetsDecoding = Program(
    "forgets-after-decoding", role: .broken, "The same, but it does not look again."
  ) { bench in
    cancelLate(bench, at: .decoding) { ForgetfulDownload(bench.log("download"), $0, $1, hold: $2) }
  }

  static let tellsOnce = Program(
    "tells-once", role: .fixed,
    "cancel() comes after the last look and ends it at once. The first end counts."
  ) { bench in
    cancelLate(bench, at: .looked) { ClaimingDownload(bench.log("download"), $0, $1, hold: $2) }
  }

  static let tellsTwice = Program(
    "tells-twice", role: .broken,
    "The same; cancel() tells the caller without asking who was first."
  ) { bench in
    cancelLate(bench, at: .looked) { HastyDownload(bench.log("download"), $0, $1, hold: $2) }
  }

  static let resets = Program(
    "resets", role: .article,
    "The same; cancel() resets the operation's other properties, the closures among them."
  ) { bench in
    cancelLate(bench, at: .looked) { ResettingDownload(bench.log("download"), $0, $1, hold: $2) }
  }

  // snippet: late
  /// Cancelled at a moment after the last byte has come.
  static func cancelLate(
    _ bench: Bench, at moment: Moment,
    _ make: (URL, TransferSession, @escaping @Sendable (Moment) -> Void) -> some ChainedDownload
  ) {
    bench.withNetwork { network in
      let caller = Caller(bench, pieces: 1)
      let isThere = bench.gate("is there", isTraced: false)
      let isCancelled = bench.gate("is cancelled", isTraced: false)
      network.serve("/picture")
      let download = make(network.server.url("/picture"), network.session) {
        guard $0 == moment else { return }
        isThere.open()
        isCancelled.wait()
      }
      caller.listen(to: bench.watch(download)).start()
      caller.hasPiece[0].waitForOutside()
      isThere.waitForOutside()
      download.cancel()
      bench.log("download")(.cancelled, download)
      isCancelled.open()
      bench.settle()
    }
  }
  // end snippet

  /// The pictures of the table, each of another shape and all of one length.
  static let shapes = [(32, 32), (16, 64), (64, 16), (8, 128)]

  // snippet: table
  /// Each piece is sent when its row has drawn the one before it.
  static let table = Program(
    "table", role: .article,
    "The kit's manager fills a table: four pictures, two at a time, in three pieces each."
  ) { bench in
    bench.withNetwork { network in
      let manager = ImageDownloadManager(width: 2, session: network.session, callbacks: .main)
      let rows = shapes.indices.map { Caller(bench, "picture \($0 + 1)", pieces: pieces) }
      for (number, row) in rows.enumerated() {
        let file = PictureNetwork.file(shapes[number].0, shapes[number].1)
        network.serve("/\(number)", file, pieces: pieces) { _, piece in row.waitForPiece(piece) }
        manager.download(network.server.url("/\(number)"), progress: row.hear, completion: row.hear)
      }
      rows.forEach { $0.isTold.waitForOutside() }
      if bench.settle().ending == .quiet { bench.log("table")(isAtRest) }
    }
  }
  // end snippet
}

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  // snippet: manager
  /// The server holds each reply until its picture may come.
  static let manager = Program(
    "manager", role: .article,
    "Six pictures, two at a time. 2 is cancelled by its address, 1 comes, all others are cancelled."
  ) { bench in
    bench.withNetwork(connections: 2) { network in
      let pictures = (1...6).map { Requested(bench, network, "picture \($0)", at: "/\($0)") }
      let manager = ImageDownloadManager(width: 2, session: network.session, callbacks: .main)
      let log = bench.log("manager")
      for picture in pictures {
        manager.download(picture.url) { picture.tell($0) }
      }
      let again = bench.log("picture 2 again")
      manager.download(pictures[1].url) { again($0.mark) }
      pictures[0].isAsked.waitForOutside()
      pictures[1].isAsked.waitForOutside()
      bench.settle()
      log(serverWasAsked(for: network.requested))
      log(remembers(manager.remembered))

      log(.cancelled, nil, .mark(cancels("/2")))
      manager.cancel(pictures[1].url)
      pictures[1].isGone.waitForOutside()
      pictures[2].isAsked.waitForOutside()
      pictures[0].hold.release()
      pictures[0].isTold.waitForOutside()
      pictures[3].isAsked.waitForOutside()
      log(remembers(manager.remembered))

      log(.cancelled, nil, .mark(cancels("all")))
      manager.cancelAll()
      for picture in pictures { picture.isTold.waitForOutside() }
      for picture in pictures[2...3] { picture.isGone.waitForOutside() }
      pictures.forEach { $0.hold.release() }
      bench.settle()
      log(remembers(manager.remembered))
      log(serverWasAsked(for: network.requested))
    }
  }
  // end snippet

  static let sharesTransfer = Program(
    "shares-transfer", role: .fixed, "The kit's manager is asked for one address twice."
  ) { bench in
    askTwice(bench, transfers: 1) { network, _ in
      let manager = ImageDownloadManager(width: 2, session: network.session, callbacks: .main)
      return { manager.download($0, completion: $1) }
    }
  }

  static let asksTwice = Program(
    "asks-twice", role: .article, "Article D's manager is asked for one address twice."
  ) { bench in
    askTwice(bench, transfers: 2) { network, queue in
      let manager = ArticleManager(queue, bench, network.session)
      return { manager.download($0, completion: $1) }
    }
  }

  static func askTwice(
    _ bench: Bench, transfers: Int, _ makeManager: (PictureNetwork, OperationQueue) -> Ask
  ) {
    bench.withNetwork(connections: 2) { network in
      let mayCome = bench.gate("may come", isTraced: false)
      let areAsked = (0..<transfers).map { bench.gate("request \($0)", isTraced: false) }
      network.serve("/picture") { request, _ in
        bench.log("request \(request + 1)")(isAtServer)
        if areAsked.indices.contains(request) { areAsked[request].open() }
        mayCome.wait()
      }
      let ask = makeManager(network, bench.queue("downloads", width: 2))
      let tellings = ["first", "second"].map { (bench.log($0), bench.gate($0, isTraced: false)) }
      for (log, isTold) in tellings {
        log(asksNow)
        ask(network.server.url("/picture")) { result in
          log(result.mark)
          isTold.open()
        }
      }
      areAsked.forEach { $0.waitForOutside() }
      bench.settle()
      mayCome.open()
      for (_, isTold) in tellings { isTold.waitForOutside() }
      bench.settle()
      bench.log("server")(wasAsked(for: network.requested))
    }
  }

  static let forgetsItsOwn = Program(
    "forgets-its-own", role: .fixed,
    "The kit's manager: cancelled, asked again at once, and cancelled again."
  ) { bench in
    cancelAndAskAgain(bench) { network, _ in
      let manager = ImageDownloadManager(width: 2, session: network.session, callbacks: .main)
      return Asked(
        ask: { manager.download($0, completion: $1) }, cancel: { manager.cancel($0) },
        awaitFirstEnd: {
          // The manager hears of ends one after the other: when of this one, then of the first.
          let isOver = bench.gate("other", isTraced: false)
          network.serve("/other")
          manager.download(network.server.url("/other")) { _ in isOver.open() }
          isOver.waitForOutside()
        })
    }
  }

  static let forgetsTheNew = Program(
    "forgets-the-new", role: .article,
    "Article D's manager: cancelled, asked again at once, and cancelled again."
  ) { bench in
    cancelAndAskAgain(bench) { network, queue in
      let isCompleted = bench.gate("completed", isTraced: false)
      // Whether the second one still finds its manager at its end is up to chance.
      let table = Table {
        if !isCompleted.isOpen { bench.log("table")(willHold($0)) }
      }
      let manager = ArticleManager(queue, bench, network.session, table: table) {
        isCompleted.open()
      }
      return Asked(
        ask: { manager.download($0, completion: $1) }, cancel: { manager.cancel($0) },
        awaitFirstEnd: { isCompleted.waitForOutside() })
    }
  }

  // snippet: again
  /// The server holds both replies; the first may come when the second was asked for.
  static func cancelAndAskAgain(
    _ bench: Bench, _ makeManager: (PictureNetwork, OperationQueue) -> Asked
  ) {
    bench.withNetwork { network in
      let (url, log) = (network.server.url("/picture"), bench.log("manager"))
      let isAsked = (0...1).map { bench.gate("request \($0)", isTraced: false) }
      let mayCome = (0...1).map { bench.gate("reply \($0)", isTraced: false) }
      let isTold = (0...1).map { bench.gate("told \($0)", isTraced: false) }
      network.serve("/picture") { request, _ in
        bench.log("request \(request + 1)")(isAtServer)
        isAsked[request].open()
        mayCome[request].wait()
      }
      let manager = makeManager(network, bench.queue("downloads", width: 2))
      func ask(_ number: Int) {
        manager.ask(url) { result in
          bench.log(number == 0 ? "first" : "second")(result.mark)
          isTold[number].open()
        }
        isAsked[number].waitForOutside()
      }
      ask(0)
      log(.cancelled, nil, .mark(cancels("the first request")))
      manager.cancel(url)
      ask(1)
      mayCome[0].open()
      isTold[0].waitForOutside()
      manager.awaitFirstEnd()

      log(.cancelled, nil, .mark(cancels("the second request")))
      manager.cancel(url)
      mayCome[1].open()
      isTold[1].waitForOutside()
    }
  }
  // end snippet
}

extension ImageDownloadManager {
  /// The addresses it knows, in order.
  fileprivate var remembered: String {
    let paths = addresses.map(\.path).sorted()
    return paths.isEmpty ? "nothing" : paths.joined(separator: " ")
  }
}

// Article D's table, and its closures.
extension Lesson20 {
  // snippet: loses-entry
  static let losesEntry = Program(
    "loses-an-entry", role: .article,
    "Article D's manager: 2 is asked for while the completion block of 1 changes the table."
  ) { bench in
    askDuringRemoval(bench) { Table(whenChanging: $0) }
  }

  static let keepsEntries = Program(
    "keeps-every-entry", role: .fixed, "The same; a change of the table is one step."
  ) { bench in
    askDuringRemoval(bench) { GuardedTable(whenChanging: $0) }
  }

  static func askDuringRemoval(
    _ bench: Bench, _ makeTable: (@escaping @Sendable ([String]) -> Void) -> Table
  ) {
    bench.withNetwork { network in
      network.serve("/1")
      let second = Requested(bench, network, "picture 2", at: "/2")
      let isChanging = bench.gate("1 is being taken out", isTraced: false)
      let mayGoOn = bench.gate("its thread may go on", isTraced: false)
      let isOut = bench.gate("1 is out", isTraced: false)
      let isOver = bench.gate("2 is over", isTraced: false)
      let log = bench.log("table")
      let table = makeTable { names in
        log(willHold(names))
        // The completion block is never called on the main thread, and the program is.
        guard !Thread.isMainThread, !isChanging.isOpen else { return }
        isChanging.open()
        _ = mayGoOn.waitUnlessQuiet()
        log(isPutBack)
      }
      let manager = ArticleManager(
        bench.queue("downloads", width: 2), bench, network.session, table: table
      ) { (isOut.isOpen ? isOver : isOut).open() }
      manager.download(network.server.url("/1")) { bench.log("picture 1")($0.mark) }
      isChanging.waitForOutside()
      manager.download(second.url) { second.tell($0) }
      log(holds(table[second.url]?.log.subject ?? "nothing"))
      mayGoOn.open()
      isOut.waitForOutside()
      second.isAsked.waitForOutside()
      bench.log("manager")(.cancelled, nil, .mark(cancels("/2")))
      manager.cancel(second.url)
      second.hold.release()
      second.isTold.waitForOutside()
      // Its completion block asks for the manager.
      withExtendedLifetime(manager) { _ = isOver.waitForOutside() }
    }
  }
  // end snippet

  // snippet: captures-itself
  static let capturesItself = Program(
    "captures-itself", role: .article,
    "Article D's manager downloads a picture. Its closures hold the operation that holds them."
  ) { bench in
    downloadOne(bench) { ArticleManager($0, bench, $1, onCompletion: $2) }
  }

  static let capturesWeakly = Program(
    "captures-weakly", role: .fixed, "The same with closures that hold nothing of their own."
  ) { bench in
    downloadOne(bench) { WeaklyTied($0, bench, $1, onCompletion: $2) }
  }

  /// Neither the bench nor the table holds the operation when it is over.
  static func downloadOne(
    _ bench: Bench,
    _ makeManager: (OperationQueue, TransferSession, @escaping @Sendable () -> Void)
      -> ArticleManager
  ) {
    bench.withNetwork { network in
      network.serve("/1")
      let isOver = bench.gate("1 is over", isTraced: false)
      let queue = bench.queue("downloads", holdsOperations: false)
      let manager = makeManager(queue, network.session) { isOver.open() }
      manager.download(network.server.url("/1")) { bench.log("picture 1")($0.mark) }
      isOver.waitForOutside()
      bench.settle()
    }
  }
  // end snippet
}
