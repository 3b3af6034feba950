import OperationLab
import Foundation
import OperationDownloads
@_spi(Course) import OperationBench

extension Lesson21 {
  static let finishesLast = Program(
    "finishes-last", role: .fixed,
    "Eight pictures in a queue of width 6. Each is finished when its transfer is."
  ) { bench in
    downloadEight(bench, atOnce: 6) { PatientDownload($0, $1) }
  }

  static let finishesFirst = Program(
    "finishes-first", role: .broken,
    "Eight pictures in a queue of width 6. Each is finished when its start() returns."
  ) { bench in
    downloadEight(bench, atOnce: 8) { HastyDownload($0, $1) }
  }

  // snippet: eight
  /// - Parameter count: how many requests the server has when everything is idle.
  static func downloadEight(
    _ bench: Bench, atOnce count: Int, _ make: (HeldReply, TransferSession) -> HeldDownload
  ) {
    bench.withNetwork(connections: count) { network in
      let queue = bench.queue("downloads", width: 6)
      let replies = (1...8).map { HeldReply(bench, network, $0) }
      for reply in replies { queue.addOperation(make(reply, network.session)) }
      replies.sendOneByOne(bench, atOnce: count)
    }
  }
  // end snippet

  static let cancelsInOrder = Program(
    "cancels-in-order", role: .article,
    "Two pictures in a queue of width 1. cancel() of the first ends its transfer, then sets its flags."
  ) { bench in
    cancelFirst(bench, OrderlyDownload.init)
  }

  static let reportsFirst = Program(
    "reports-first", role: .broken,
    "Two pictures in a queue of width 1. cancel() of the first sets its flags, then ends its transfer."
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
        // Between the two steps of cancel(), the second may get the slot.
        if $0 == .transfer { replies[0].isClosed.waitForOutside() }
        if hasStarted[1].waitUnlessQuiet() { replies[1].isAsked.waitForOutside() }
      }
      let second = make(bench.log("picture 2"), replies[1], network.session, hasStarted[1]) { _ in }
      queue.addOperations([first, second], waitUntilFinished: false)
      hasStarted[0].wait()
      replies[0].isAsked.waitForOutside()
      first.cancel()
      hasStarted[1].wait()
      replies[1].isAsked.waitForOutside()
      replies[0].isClosed.waitForOutside()
      replies.forEach { $0.send() }
      replies[1].hasEnded.waitForOutside()
    }
  }
  // end snippet
}

// Parts of SDWebImage's picture loader, as article C describes it.
extension Lesson21 {
  static let oneAtATime = Program(
    "one-at-a-time", role: .fixed, "Two looks in one serial queue. The first waits for the second."
  ) { bench in
    lookTwice(bench, Disk(bench))
  }

  static let twoAtATime = Program(
    "two-at-a-time", role: .broken, "Two looks in two queues. The first waits for the second."
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
    "forgets-token", role: .broken,
    "The second of two looks is cancelled, but its block does not read the token."
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

  /// A plain operation that is never started.
  static func token(_ bench: Bench) -> Operation {
    let token = bench.watch(Operation().named("token"))
    bench.observeIsAsynchronous(token, as: "token")
    return token
  }
}

// What the memory keeps: pictures or files.
extension Lesson21 {
  // snippet: decoded-once
  static let decodedOnce = Program(
    "decoded-once", role: .article,
    "The kit's loader is asked for one picture twice. The decoder records its work."
  ) { bench in
    bench.withFolder { folder in
      bench.withNetwork { network in
        network.serve("/p")
        let downloads = ImageDownloadManager(session: network.session) { data in
          bench.log("decoder")(decodes(data.count))
          return try PortablePixmap.decode(data)
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
    "decodes-each-time", role: .broken,
    "A memory that keeps the file is asked for the picture twice."
  ) { bench in
    let memory = FileMemory(bench.log("decoder"))
    memory.keep(PictureNetwork.file)
    for name in ["ask 1", "ask 2"] {
      let log = bench.log(name)
      log.during {
        log(memory.picture() == nil ? getsNothing : gets(from: "memory"))
      }
    }
  }

  // snippet: file-memory
  /// BROKEN ON PURPOSE: keeps the file of a picture, and decodes it for each call.
  final class FileMemory: Sendable {
    private let file = Locked<Data?>(nil)
    private let log: Log

    init(_ log: Log) { self.log = log }

    func keep(_ data: Data) { file.withLock { $0 = data } }

    /// Decodes on the caller's thread, which is usually the main thread.
    func picture() -> Picture? {
      guard let data = file.withLock({ $0 }) else { return nil }
      log(decodes(data.count))
      do { return try PortablePixmap.decode(data) } catch { return nil }
    }
  }
  // end snippet
}

// The kit's own loader.
extension Lesson21 {
  // snippet: three-places
  static let threePlaces = Program(
    "three-places", role: .article,
    "The kit's loader is asked for one picture four times, the last time on another thread."
  ) { bench in
    withLoader(bench, observer: bench.lookObserver) { network, loader in
      network.serve("/p") { _, _ in bench.log("server")(isAsked) }
      let url = network.server.url("/p")
      askAndWait(bench, "ask 1", loader, url)
      askAndWait(bench, "ask 2", loader, url)
      loader.cache.forgetMemory()
      bench.log("memory")(isEmptied)
      askAndWait(bench, "ask 3", loader, url)

      let hasAsked = bench.gate("asked elsewhere", isTraced: false)
      bench.elsewhere {
        askAndWait(bench, "ask 4", loader, url)
        hasAsked.open()
      }
      hasAsked.wait()
      bench.markIdle("server", isIdle)
    }
  }
  // end snippet

  // snippet: ask
  static func askAndWait(_ bench: Bench, _ name: String, _ loader: ImageLoader, _ url: URL) {
    let log = bench.log(name)
    let hasResult = bench.gate("\(name) has a result", isTraced: false)
    log.during {
      loader.load(url) { result in
        log(result.mark)
        hasResult.open()
      }
    }
    hasResult.waitForOutside()
  }
  // end snippet

  // snippet: six
  static let six = Program(
    "six", role: .article,
    "The kit's loader is asked for eight pictures. The server holds each reply."
  ) { bench in
    withLoader(bench, connections: 6) { network, loader in
      let replies = (1...8).map { HeldReply(bench, network, $0) }
      for reply in replies {
        let log = bench.log(reply.picture)
        log.during {
          loader.load(reply.url) { result in
            log(result.mark)
            reply.hasEnded.open()
          }
        }
      }
      replies.sendOneByOne(bench, atOnce: 6)
    }
  }
  // end snippet

  /// Runs the body with a server, and a loader with an empty folder.
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
  /// Records each look of a cache under the name of the place.
  fileprivate var lookObserver: ImageCache.Observer {
    { [self] place, url, isHit in
      log(place.rawValue)(isHit ? Lesson21.has(url.path) : Lesson21.lacks(url.path))
    }
  }

  /// Waits until the process is idle, and records that. Records nothing if it is never idle.
  func markIdle(_ subject: String, _ mark: @autoclosure () -> Event.Mark) {
    if settle() { log(subject)(mark()) }
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
