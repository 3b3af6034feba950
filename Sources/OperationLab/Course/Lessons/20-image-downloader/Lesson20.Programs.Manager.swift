import Foundation
import OperationDownloads
import OperationTesting

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
