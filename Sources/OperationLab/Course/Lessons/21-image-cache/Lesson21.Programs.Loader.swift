import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

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
