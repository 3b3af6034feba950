import Foundation
import OperationDownloads
import OperationTesting

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
