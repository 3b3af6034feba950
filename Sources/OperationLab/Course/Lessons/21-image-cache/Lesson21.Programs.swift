import OperationDownloads
import OperationTesting

extension Lesson21 {
  static let finishesLast = Program(
    "finishes-last", role: .fixed,
    "Eight pictures in a queue of width 6. Each is finished when its transfer is."
  ) { bench in
    downloadEight(bench, atOnce: 6) { PatientDownload($0, $1) }
  }

  static let finishesFirst = Program(
    "finishes-first", role: .broken, "The same; each is finished when start() is."
  ) { bench in
    downloadEight(bench, atOnce: 8) { HastyDownload($0, $1) }
  }

  // snippet: eight
  /// - Parameter count: how many requests there will be before the first reply.
  static func downloadEight(
    _ bench: Bench, atOnce count: Int, _ make: (HeldReply, TransferSession) -> HeldDownload
  ) {
    bench.withNetwork(connections: count) { network in
      let queue = bench.queue("downloads", width: 6)
      let replies = (1...8).map { HeldReply(bench, network, $0) }
      for reply in replies { queue.addOperation(make(reply, network.session)) }
      replies.letGoOneByOne(bench, atOnce: count)
    }
  }
  // end snippet

  static let cancelsInOrder = Program(
    "cancels-in-order", role: .article,
    "Two pictures in a queue of width 1. The first is cancelled: its transfer, then its flags."
  ) { bench in
    cancelFirst(bench, OrderlyDownload.init)
  }

  static let reportsFirst = Program(
    "reports-first", role: .broken, "The same; its flags, then its transfer."
  ) { bench in
    cancelFirst(bench, EagerDownload.init)
  }

  // snippet: cancel-first
  static func cancelFirst(_ bench: Bench, _ make: MakeStepped) {
    bench.withNetwork(connections: 2) { network in
      let queue = bench.queue("downloads", width: 1)
      let replies = (1...2).map { HeldReply(bench, network, $0) }
      let hasStarted = (1...2).map { bench.gate("start() \($0)", isTraced: false) }
      let first = make(bench.log("picture 1"), replies[0], network.session, hasStarted[0]) {
        // Between the two steps. Does the server notice? Does the second get the slot?
        if $0 == .transfer { replies[0].isGone.waitForOutside() }
        if hasStarted[1].waitUnlessQuiet() { replies[1].isAsked.waitForOutside() }
      }
      let second = make(bench.log("picture 2"), replies[1], network.session, hasStarted[1]) { _ in }
      queue.addOperations([first, second], waitUntilFinished: false)
      hasStarted[0].wait()
      replies[0].isAsked.waitForOutside()
      first.cancel()
      hasStarted[1].wait()
      replies[1].isAsked.waitForOutside()
      replies[0].isGone.waitForOutside()
      replies.forEach { $0.letGo() }
      replies[1].isOver.waitForOutside()
    }
  }
  // end snippet

  // snippet: kit-cancels
  static let kitCancels = Program(
    "kit-cancels", role: .fixed,
    "The kit's ImageDownloader is cancelled when the server has sent a part and stalls."
  ) { bench in
    bench.withNetwork { network in
      let hasPart = bench.gate("a part has come", isTraced: false)
      let isGone = bench.gate("the connection has gone", isTraced: false)
      let isTold = bench.gate("the caller is told", isTraced: false)
      let hold = LoopbackServer.Hold {
        bench.log("server")(connectionIsGone)
        isGone.open()
      }
      network.server.serve(
        "/p", LoopbackServer.Resource(PictureNetwork.file, fault: .stall(after: 1_000, hold)))
      let download = ImageDownloader(network.server.url("/p"), session: network.session)
        .named("picture")
        .progress { _ in hasPart.open() }
        .catch { error in
          bench.log("caller")(getsError(error.short))
          isTold.open()
        }
      bench.queue("downloads", width: 1).addOperation(download)
      hasPart.waitForOutside()
      bench.observe(download, note: "a part has come")
      download.cancel()
      bench.log("picture")(.cancelled, download)
      isTold.waitForOutside()
      isGone.waitForOutside()
      hold.release()
    }
  }
  // end snippet
}
