import Foundation

/// The last program of lesson 19: the kit's own manager.
enum ResumableDownloadsManager {
  // snippet: manager
  static let program = Program(
    "manager", role: .fixed,
    "The kit's DownloadManager, width 2: start, pause, cancel, restart and resume."
  ) { bench in
    bench.withServer { server in
      bench.withFolder { folder in
        let listener = ManagerListener(bench)
        let manager = DownloadManager(width: 2, retry: .never, session: TransferSession()) {
          listener.hear($0)
        }
        let program = bench.log("program")
        let names = ["film", "song", "book"]
        for name in names {
          serve(name, on: server)
          manager.start(server.url("/\(name)"), to: folder.appending(path: name))
        }
        listener.wait("film", "has progress")
        listener.wait("song", "has progress")
        program(.noted, note: "pauses film")
        manager.pause(server.url("/film"))
        listener.wait("book", "has progress")
        let kept = manager[server.url("/film")]?.progress.received ?? 0
        program(.noted, note: "cancels book")
        manager.cancel(server.url("/book"))
        listener.wait("book", "is cancelled")
        program(.noted, note: "restarts song")
        manager.restart(server.url("/song"))
        listener.wait("song", "is finished")
        program(.noted, note: "resumes film")
        manager.resume(server.url("/film"))
        listener.wait("film", "is finished")
        server.stop()
        for name in names.prefix(2) {
          bench.log("server")(.noted, note: requests(for: name, on: server, kept: kept))
        }
        bench.log("disk")(.noted, note: try contents(of: folder))
      }
    }
  }
  // end snippet

  private static let body = LoopbackServer.Body.generated(length: 60_000)

  /// The first answer falls silent half-way, so that there is time to give commands.
  private static func serve(_ name: String, on server: LoopbackServer) {
    server.serve(
      "/\(name)", LoopbackServer.Resource(body),
      faults: [.stall(after: 20_000, LoopbackServer.Hold())])
  }

  /// How much had come by the time of a pause may differ from run to run; that the rest begins
  /// there may not.
  private static func requests(for name: String, on server: LoopbackServer, kept: Int) -> String {
    let ranges = server.requests(for: "/\(name)").map { request in
      switch request["Range"] {
      case nil: "from the first byte"
      case "bytes=\(kept)-" where kept > 0: "from where it stopped"
      case let other?: other
      }
    }
    return "\(name): \(ranges.joined(separator: ", then "))"
  }

  private static func contents(of folder: URL) throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      let isWhole = try body.matches(fileAt: folder.appending(path: name))
      return "\(name), \(isWhole ? "whole" : "not whole")"
    }.joined(separator: "; ")
  }
}

/// The manager's observer: writes down each change, and the first progress of each download.
private final class ManagerListener: Sendable {
  private let bench: Bench
  private let last = Locked<[String: DownloadManager.Download.State]>([:])
  private let gates = Locked<[String: Gate]>([:])

  init(_ bench: Bench) { self.bench = bench }

  /// Called on the main thread, in the order of the changes.
  func hear(_ download: DownloadManager.Download) {
    let name = download.destination.lastPathComponent
    let isChange = last.withLock { last in
      defer { last[name] = download.state }
      return last[name] != download.state
    }
    let note = isChange ? words(download) : "has progress"
    guard isChange || !gate(name, note).isOpen else { return }
    bench.log(name)(.noted, note: note)
    gate(name, note).open()
  }

  func wait(_ name: String, _ note: String) { gate(name, note).waitForOutside() }

  private func gate(_ name: String, _ note: String) -> Gate {
    gates.withLock { gates in
      let gate = gates["\(name) \(note)"] ?? bench.gate("\(name) \(note)", isTraced: false)
      gates["\(name) \(note)"] = gate
      return gate
    }
  }

  private func words(_ download: DownloadManager.Download) -> String {
    switch download.state {
    case .waiting: "waits, attempt \(download.attempts)"
    case .running: "runs"
    case .retrying: "will be tried again"
    case .paused: "is paused"
    case .finished: "is finished"
    case .failed: "has failed"
    case .cancelled: "is cancelled"
    }
  }
}
