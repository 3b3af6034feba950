import Foundation
import OperationDownloads
@_spi(Course) import OperationBench

extension Lesson20 {
  static let pieces = 3

  static let chain = Program(
    "chain", role: .article,
    "The kit's ImageDownloader, called as in article D. The picture comes in three pieces."
  ) { bench in
    inPieces(bench, PictureNetwork.file)
  }

  static let chainFails = Program(
    "chain-fails", role: .article, "The server sends bytes that are no picture."
  ) { bench in
    inPieces(bench, Data(repeating: 0, count: PictureNetwork.file.count))
  }

  // snippet: chain
  /// The server sends each piece when the caller has the progress of the piece before.
  static func inPieces(_ bench: Bench, _ file: Data) {
    bench.withNetwork { network in
      let caller = Caller(bench, pieces: pieces)
      network.serve("/picture", file, pieces: pieces) { _, piece in caller.waitForPiece(piece) }
      let download = ImageDownloader(network.server.url("/picture"), session: network.session)
      caller.listen(to: bench.watch(download.named("download"))).start()
      caller.hasResult.waitForOutside()
    }
  }
  // end snippet

  static let chainCancelled = Program(
    "chain-cancelled", role: .article,
    "The kit's ImageDownloader is cancelled after the first piece."
  ) { bench in
    cancelAfterFirstPiece(bench) { ImageDownloader($0, session: $1).named("download") }
  }

  static let checksEachChunk = Program(
    "checks-each-chunk", role: .fixed,
    "cancel() sets the flag after the first piece. The operation checks it after each piece."
  ) { bench in
    cancelAfterFirstPiece(bench) { CheckingDownload(bench.log("download"), $0, $1) }
  }

  static let ignoresChunks = Program(
    "ignores-chunks", role: .broken,
    "cancel() sets the flag after the first piece. The operation checks it only after decoding."
  ) { bench in
    cancelAfterFirstPiece(bench) { CheckingDecodingOnly(bench.log("download"), $0, $1) }
  }

  // snippet: after-first
  /// The server sends the second piece when the operation has been cancelled, and the third when the
  /// caller has the progress of the second.
  static func cancelAfterFirstPiece(
    _ bench: Bench, _ make: (URL, TransferSession) -> some ChainedDownload
  ) {
    bench.withNetwork { network in
      let caller = Caller(bench, pieces: pieces)
      let isClosed = bench.gate("the connection is closed", isTraced: false)
      let holds = (0..<pieces).map { _ in
        LoopbackServer.Hold {
          bench.log("server")(connectionIsClosed)
          isClosed.open()
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
      caller.hasResult.waitForOutside()
      if !caller.hasPiece[1].isOpen { isClosed.waitForOutside() }
      caller.hasPiece[1].open()
    }
  }
  // end snippet

  static let checksAfterDecoding = Program(
    "checks-after-decoding", role: .fixed,
    "cancel() sets the flag while the operation decodes. The operation checks it afterwards."
  ) { bench in
    cancelLate(bench, at: .decoding) { CheckingDownload(bench.log("download"), $0, $1, pause: $2) }
  }

  static let forgetsDecoding = Program(
    "forgets-after-decoding", role: .broken,
    "cancel() sets the flag while the operation decodes. The operation does not check it again."
  ) { bench in
    cancelLate(bench, at: .decoding) {
      CheckingChunksOnly(bench.log("download"), $0, $1, pause: $2)
    }
  }

  static let tellsOnce = Program(
    "tells-once", role: .fixed,
    "cancel() comes after the last check and calls end(). Only the first result is delivered."
  ) { bench in
    cancelLate(bench, at: .checked) { OneResultDownload(bench.log("download"), $0, $1, pause: $2) }
  }

  static let tellsTwice = Program(
    "tells-twice", role: .broken,
    "cancel() comes after the last check and calls the caller's closure itself."
  ) { bench in
    cancelLate(bench, at: .checked) { TwoResultsDownload(bench.log("download"), $0, $1, pause: $2) }
  }

  static let resets = Program(
    "resets", role: .article,
    "cancel() comes after the last check and resets all properties, also the closures."
  ) { bench in
    cancelLate(bench, at: .checked) { ResettingDownload(bench.log("download"), $0, $1, pause: $2) }
  }

  // snippet: late
  /// Cancels a download at a moment after the last byte has arrived.
  static func cancelLate(
    _ bench: Bench, at moment: Moment,
    _ make: (URL, TransferSession, @escaping @Sendable (Moment) -> Void) -> some ChainedDownload
  ) {
    bench.withNetwork { network in
      let caller = Caller(bench, pieces: 1)
      let isPaused = bench.gate("is paused", isTraced: false)
      let isCancelled = bench.gate("is cancelled", isTraced: false)
      network.serve("/picture")
      let download = make(network.server.url("/picture"), network.session) {
        guard $0 == moment else { return }
        isPaused.open()
        isCancelled.wait()
      }
      caller.listen(to: bench.watch(download)).start()
      caller.hasPiece[0].waitForOutside()
      isPaused.waitForOutside()
      download.cancel()
      bench.log("download")(.cancelled, download)
      isCancelled.open()
      bench.settle()
    }
  }
  // end snippet

  /// The shapes of the table's pictures. All files have the same length.
  static let shapes = [(32, 32), (16, 64), (64, 16), (8, 128)]

  // snippet: table
  /// The server sends each piece when its row has the progress of the piece before.
  static let table = Program(
    "table", role: .article,
    "The kit's manager fills a table: four pictures, two at a time, in three pieces each."
  ) { bench in
    bench.withNetwork { network in
      let manager = ImageDownloadManager(
        maxConcurrentOperationCount: 2, session: network.session)
      let rows = shapes.indices.map { Caller(bench, "picture \($0 + 1)", pieces: pieces) }
      for (number, row) in rows.enumerated() {
        let file = PictureNetwork.file(shapes[number].0, shapes[number].1)
        network.serve("/\(number)", file, pieces: pieces) { _, piece in row.waitForPiece(piece) }
        manager.download(
          network.server.url("/\(number)"), progress: row.record, completion: row.record)
      }
      rows.forEach { $0.hasResult.waitForOutside() }
      if bench.settle() { bench.log("table")(isAtRest) }
    }
  }
  // end snippet
}

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  // snippet: manager
  /// The server holds each reply until the program releases it.
  static let manager = Program(
    "manager", role: .article,
    "Six pictures, two at a time. 2 is cancelled by its address, 1 arrives, the rest is cancelled."
  ) { bench in
    bench.withNetwork(connections: 2) { network in
      let pictures = (1...6).map { Requested(bench, network, "picture \($0)", at: "/\($0)") }
      let manager = ImageDownloadManager(
        maxConcurrentOperationCount: 2, session: network.session)
      let log = bench.log("manager")
      for picture in pictures {
        manager.download(picture.url) { picture.record($0) }
      }
      let again = bench.log("picture 2 again")
      manager.download(pictures[1].url) { again($0.mark) }
      pictures[0].hasRequest.waitForOutside()
      pictures[1].hasRequest.waitForOutside()
      bench.settle()
      log(requests(network.requested))
      log(has(manager.paths))

      log(.cancelled, nil, .mark(cancels("/2")))
      manager.cancel(pictures[1].url)
      pictures[1].isClosed.waitForOutside()
      pictures[2].hasRequest.waitForOutside()
      pictures[0].hold.release()
      pictures[0].hasResult.waitForOutside()
      pictures[3].hasRequest.waitForOutside()
      log(has(manager.paths))

      log(.cancelled, nil, .mark(cancels("all")))
      manager.cancelAll()
      for picture in pictures { picture.hasResult.waitForOutside() }
      for picture in pictures[2...3] { picture.isClosed.waitForOutside() }
      pictures.forEach { $0.hold.release() }
      bench.settle()
      log(has(manager.paths))
      log(requests(network.requested))
    }
  }
  // end snippet

  static let sharesTransfer = Program(
    "shares-transfer", role: .fixed, "The kit's manager gets two requests for one address."
  ) { bench in
    askTwice(bench, transfers: 1) { network, _ in
      let manager = ImageDownloadManager(
        maxConcurrentOperationCount: 2, session: network.session)
      return { manager.download($0, completion: $1) }
    }
  }

  static let asksTwice = Program(
    "asks-twice", role: .article, "Article D's manager gets two requests for one address."
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
      let areHere = (0..<transfers).map { bench.gate("request \($0)", isTraced: false) }
      network.serve("/picture") { request, _ in
        bench.log("request \(request + 1)")(isAtServer)
        if areHere.indices.contains(request) { areHere[request].open() }
        mayCome.wait()
      }
      let ask = makeManager(network, bench.queue("downloads", width: 2))
      let callers = ["first", "second"].map { (bench.log($0), bench.gate($0, isTraced: false)) }
      for (log, hasResult) in callers {
        log(asksNow)
        ask(network.server.url("/picture")) { result in
          log(result.mark)
          hasResult.open()
        }
      }
      areHere.forEach { $0.waitForOutside() }
      bench.settle()
      mayCome.open()
      for (_, hasResult) in callers { hasResult.waitForOutside() }
      bench.settle()
      bench.log("server")(requests(network.requested))
    }
  }

  static let forgetsItsOwn = Program(
    "forgets-its-own", role: .fixed,
    "The kit's manager: a request is cancelled, made again at once, and cancelled again."
  ) { bench in
    cancelAndAskAgain(bench) { network, _ in
      let manager = ImageDownloadManager(
        maxConcurrentOperationCount: 2, session: network.session)
      return Managed(
        ask: { manager.download($0, completion: $1) }, cancel: { manager.cancel($0) },
        awaitFirstEnd: {
          // The manager processes ends in order. After this one it has processed the first.
          let hasEnded = bench.gate("other", isTraced: false)
          network.serve("/other")
          manager.download(network.server.url("/other")) { _ in hasEnded.open() }
          hasEnded.waitForOutside()
        })
    }
  }

  static let forgetsTheNew = Program(
    "forgets-the-new", role: .article,
    "Article D's manager: a request is cancelled, made again at once, and cancelled again."
  ) { bench in
    cancelAndAskAgain(bench) { network, queue in
      let isCompleted = bench.gate("completed", isTraced: false)
      let manager = ArticleManager(
        queue, bench, network.session,
        onChange: { names in
          // Whether the manager still exists when the second download ends depends on chance.
          if !isCompleted.isOpen { bench.log("table")(has(names)) }
        },
        onCompletion: { isCompleted.open() })
      return Managed(
        ask: { manager.download($0, completion: $1) }, cancel: { manager.cancel($0) },
        awaitFirstEnd: { isCompleted.waitForOutside() })
    }
  }

  // snippet: again
  /// The server holds both replies. It sends the first when it has the second request.
  static func cancelAndAskAgain(
    _ bench: Bench, _ makeManager: (PictureNetwork, OperationQueue) -> Managed
  ) {
    bench.withNetwork { network in
      let (url, log) = (network.server.url("/picture"), bench.log("manager"))
      let hasRequest = (0...1).map { bench.gate("request \($0)", isTraced: false) }
      let mayCome = (0...1).map { bench.gate("reply \($0)", isTraced: false) }
      let hasResult = (0...1).map { bench.gate("result \($0)", isTraced: false) }
      network.serve("/picture") { request, _ in
        bench.log("request \(request + 1)")(isAtServer)
        hasRequest[request].open()
        mayCome[request].wait()
      }
      let manager = makeManager(network, bench.queue("downloads", width: 2))
      func ask(_ number: Int) {
        manager.ask(url) { result in
          bench.log(number == 0 ? "first" : "second")(result.mark)
          hasResult[number].open()
        }
        hasRequest[number].waitForOutside()
      }
      ask(0)
      log(.cancelled, nil, .mark(cancels("the first request")))
      manager.cancel(url)
      ask(1)
      mayCome[0].open()
      hasResult[0].waitForOutside()
      manager.awaitFirstEnd()

      log(.cancelled, nil, .mark(cancels("the second request")))
      manager.cancel(url)
      mayCome[1].open()
      hasResult[1].waitForOutside()
    }
  }
  // end snippet
}

extension ImageDownloadManager {
  /// The paths that it has in its table, in order.
  fileprivate var paths: String {
    let all = addresses.map(\.path).sorted()
    return all.isEmpty ? "nothing" : all.joined(separator: " ")
  }
}
