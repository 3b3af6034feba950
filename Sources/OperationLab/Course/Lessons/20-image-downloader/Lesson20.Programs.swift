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
