import OperationLab
import Foundation
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

/// The picture loader of SDWebImage, as article C describes it, in parts; right and wrong.
extension Lesson21 {
  static let returnsFirst = Program(
    "returns-first", role: .fixed,
    "A slow look on disk, which is not over before the caller has gone on."
  ) { bench in
    lookSlowly(bench, Disk(bench))
  }

  static let keepsCaller = Program(
    "keeps-caller", role: .broken, "The same, and the caller waits for the disk's queue."
  ) { bench in
    lookSlowly(bench, WaitingDisk(bench))
  }

  // snippet: slowly
  static func lookSlowly(_ bench: Bench, _ disk: Disk) {
    let hasGoneOn = bench.gate("the caller has gone on", isTraced: false)
    bench.log("caller").during {
      disk.look("look", unless: token(bench)) {
        bench.log("disk")(lookIs(inQueue: disk.runsCaller))
        let goesOn = hasGoneOn.waitUnlessQuiet()
        bench.log("look")(callerGoesOn(goesOn))
      }
    }
    hasGoneOn.open()
  }
  // end snippet

  static let oneAtATime = Program(
    "one-at-a-time", role: .fixed, "Two looks; the first is not over before the second has begun."
  ) { bench in
    lookTwice(bench, Disk(bench))
  }

  static let twoAtATime = Program(
    "two-at-a-time", role: .broken, "The same, with a queue for each look."
  ) { bench in
    lookTwice(bench, CrowdedDisk(bench))
  }

  // snippet: twice
  static func lookTwice(_ bench: Bench, _ disk: Disk) {
    let secondHasBegun = bench.gate("the second look has begun", isTraced: false)
    let token = token(bench)
    disk.look("look 1", unless: token) {
      let isAlone = !secondHasBegun.waitUnlessQuiet()
      bench.log("look 1")(isAlone ? secondDoesNotBegin : meetsSecond)
    }
    disk.look("look 2", unless: token) { secondHasBegun.open() }
  }
  // end snippet

  static let asksToken = Program(
    "asks-token", role: .fixed, "The second of two looks is cancelled while it waits for the first."
  ) { bench in
    cancelWaiting(bench, Disk(bench))
  }

  static let forgetsToken = Program(
    "forgets-token", role: .broken, "The same, and the block does not look at its token."
  ) { bench in
    cancelWaiting(bench, DeafDisk(bench))
  }

  // snippet: waiting-look
  static func cancelWaiting(_ bench: Bench, _ disk: Disk) {
    let isBusy = bench.gate("the disk is busy", isTraced: false)
    let mayEnd = bench.gate("the first look may end", isTraced: false)
    let token = token(bench)
    disk.look("look 1", unless: Operation()) {
      isBusy.open()
      mayEnd.wait()
    }
    disk.look("look 2", unless: token) {}
    isBusy.wait()
    token.cancel()
    bench.log("token")(.cancelled, token)
    mayEnd.open()
  }
  // end snippet

  /// A bare operation, which nobody starts.
  static func token(_ bench: Bench) -> Operation {
    let token = bench.watch(Operation().named("token"))
    bench.observeIsAsynchronous(token, as: "token")
    return token
  }
}

// What is kept in memory: pictures, or files.
extension Lesson21 {
  // snippet: decoded-once
  static let decodedOnce = Program(
    "decoded-once", role: .article,
    "The kit's loader is asked for one picture twice; its decoder writes down what it does."
  ) { bench in
    bench.withFolder { folder in
      bench.withNetwork { network in
        network.serve("/p")
        let downloads = ImageDownloadManager(session: network.session) {
          (data, isCancelled) throws(PortablePixmap.Failure) in
          bench.log("decoder")(decodes(data.count))
          return try PortablePixmap.decode(data, isCancelled: isCancelled)
        }
        let loader = ImageLoader(cache: ImageCache(folder: folder), downloads: downloads)
        for name in ["ask 1", "ask 2"] {
          askAndWait(bench, name, loader, network.server.url("/p"))
        }
        loader.cache.flush()
      }
    }
  }
  // end snippet

  static let decodesEachTime = Program(
    "decodes-each-time", role: .broken, "A memory that keeps the file is asked twice."
  ) { bench in
    let shelf = FileShelf(bench.log("decoder"))
    shelf.keep(PictureNetwork.file)
    for name in ["ask 1", "ask 2"] {
      let log = bench.log(name)
      log.during {
        log(shelf.picture() == nil ? getsNothing : gets(from: "memory"))
      }
    }
  }

  // snippet: file-shelf
  /// BROKEN ON PURPOSE: keeps the file of a picture, and makes a picture of it whenever it is asked.
  final class FileShelf: Sendable {
    private let file = Locked<Data?>(nil)
    private let log: Log

    init(_ log: Log) { self.log = log }

    func keep(_ data: Data) { file.withLock { $0 = data } }

    /// On the thread of whoever asks: usually, the main thread.
    func picture() -> Picture? {
      guard let data = file.withLock({ $0 }) else { return nil }
      log(decodes(data.count))
      do { return try PortablePixmap.decode(data) } catch { return nil }
    }
  }
  // end snippet
}

// The kit's own loader, which is built the same way.
extension Lesson21 {
  // snippet: three-places
  static let threePlaces = Program(
    "three-places", role: .article,
    "The kit's loader is asked for one picture four times, the last time by another thread."
  ) { bench in
    withLoader(bench, observer: bench.lookObserver) { network, loader in
      network.serve("/p") { _, _ in bench.log("server")(isAsked) }
      let url = network.server.url("/p")
      askAndWait(bench, "ask 1", loader, url)
      askAndWait(bench, "ask 2", loader, url)
      loader.cache.forgetMemory()
      bench.log("memory")(isEmptied)
      askAndWait(bench, "ask 3", loader, url)

      let isOver = bench.gate("asked elsewhere", isTraced: false)
      bench.elsewhere {
        askAndWait(bench, "ask 4", loader, url)
        isOver.open()
      }
      isOver.wait()
      bench.markRest("server", isAtRest)
    }
  }
  // end snippet

  // snippet: ask
  static func askAndWait(_ bench: Bench, _ name: String, _ loader: ImageLoader, _ url: URL) {
    let log = bench.log(name)
    let isTold = bench.gate("\(name) is told", isTraced: false)
    log.during {
      loader.load(url) { result in
        log(result.mark)
        isTold.open()
      }
    }
    isTold.waitForOutside()
  }
  // end snippet

  // snippet: cancels-look
  static let cancelsLook = Program(
    "cancels-look", role: .article,
    "The kit's loader: cancelled while the disk is busy with another picture."
  ) { bench in
    withLoader(bench, observer: bench.lookObserver) { network, loader in
      let isBusy = bench.gate("the disk is busy", isTraced: false)
      let mayEnd = bench.gate("the other look may end", isTraced: false)
      let isTold = bench.gate("the caller is told", isTraced: false)
      network.serve("/p")
      loader.cache.pictureOnDisk(of: network.server.url("/other"), unless: Operation()) { _ in
        bench.log("other look").during {
          isBusy.open()
          mayEnd.wait()
        }
      }
      isBusy.wait()
      let load = loader.load(network.server.url("/p")) { result in
        bench.log("caller")(result.mark)
        isTold.open()
      }
      load.cancel()
      bench.log("token")(.cancelled, bench.watch(load.token.named("token")))
      isTold.waitForOutside()
      mayEnd.open()
      bench.settle()
      bench.log("server")(wasAsked(for: network.requested))
    }
  }
  // end snippet

  // snippet: six
  static let six = Program(
    "six", role: .article, "The kit's loader is asked for eight pictures; the server holds each."
  ) { bench in
    withLoader(bench, connections: 6) { network, loader in
      let replies = (1...8).map { HeldReply(bench, network, $0) }
      for reply in replies {
        let log = bench.log(reply.picture)
        log.during {
          loader.load(reply.url) { result in
            log(result.mark)
            reply.isOver.open()
          }
        }
      }
      replies.letGoOneByOne(bench, atOnce: 6)
    }
  }
  // end snippet

  /// Lends the body a loader whose looks are written down, a server and an empty folder.
  static func withLoader(
    _ bench: Bench, connections: Int = 0, observer: ImageCache.Observer? = nil,
    _ body: (PictureNetwork, ImageLoader) -> Void
  ) {
    bench.withFolder { folder in
      bench.withNetwork(connections: connections) { network in
        let cache = ImageCache(folder: folder, observer: observer)
        let downloads = ImageDownloadManager(session: network.session)
        body(network, ImageLoader(cache: cache, downloads: downloads))
        cache.flush()
      }
    }
  }
}

extension Bench {
  /// Writes down each look of a cache under the name of the place.
  fileprivate var lookObserver: ImageCache.Observer {
    { [self] place, url, isHit in
      log(place.rawValue)(isHit ? Lesson21.has(url.path) : Lesson21.lacks(url.path))
    }
  }

  /// Waits until everything is at rest, and says so; says nothing when it never is.
  func markRest(_ subject: String, _ mark: @autoclosure () -> Event.Mark) {
    if settle().ending == .quiet { log(subject)(mark()) }
  }
}

extension Result<(picture: Picture, origin: ImageLoader.Origin), ImageDownloadError> {
  fileprivate var mark: Event.Mark {
    switch self {
    case .success(let found): Lesson21.gets(from: "\(found.origin)")
    case .failure(let error): Lesson21.getsError(error.short)
    }
  }
}
