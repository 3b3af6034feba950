import Foundation
import OperationTesting

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson19 {
  // snippet: cancels-waiting
  static let cancelsWaiting = Program(
    "cancels-waiting", role: .article,
    "With the operation that article B links: song is next, is cancelled, and then gets a thread."
  ) { bench in
    cancelBeforeThread(bench) { LinkedDownload($0, makeTask: $1) }
  }

  static let cancelsWaitingMended = Program(
    "cancels-waiting-mended", role: .fixed, "The same with both faults mended."
  ) { bench in
    cancelBeforeThread(bench) { MendedDownload($0, makeTask: $1) }
  }

  /// The threads of the queue come from a dispatch queue that is held up, as in lesson 12.
  static func cancelBeforeThread(
    _ bench: Bench,
    _ make: (Log, (@escaping @Sendable () -> Void) -> URLSessionTask) -> SessionDownload
  ) {
    bench.withServer { server in
      server.serve("/song", LoopbackServer.Resource(.generated(length: 4_000)))
      let session = URLSession(configuration: .ephemeral)
      let song = make(bench.log("song")) { whenOver in
        session.dataTask(with: server.url("/song")) { _, _, _ in whenOver() }
      }
      let threads = DispatchQueue(label: "threads")
      threads.suspend()
      let queue = bench.queue("downloads", width: 1)
      queue.underlyingQueue = threads
      queue.addOperation(song)
      song.cancel()
      bench.observe(song, note: "after cancel()")
      threads.resume()
      bench.settle()
      bench.log("server")(server.requests.isEmpty ? wasNotAsked : wasAskedForSong)
      session.finishTasksAndInvalidate()
      server.stop()
    }
  }
  // end snippet
}
