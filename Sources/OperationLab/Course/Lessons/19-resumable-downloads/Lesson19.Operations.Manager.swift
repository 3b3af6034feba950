import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

// Who watches the kit's manager, and what it downloads.
extension Lesson19 {
  /// The manager's observer: writes down each change, and the first progress of each download.
  final class ManagerListener: Sendable {
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
      let mark = isChange ? mark(download) : hasProgress
      guard isChange || !gate(name, mark).isOpen else { return }
      bench.log(name)(mark)
      gate(name, mark).open()
    }

    func wait(_ name: String, _ mark: Event.Mark) { gate(name, mark).waitForOutside() }

    private func gate(_ name: String, _ mark: Event.Mark) -> Gate {
      let key = "\(name) \(Event.Fact.mark(mark).words)"
      return gates.withLock { gates in
        let gate = gates[key] ?? bench.gate(key, isTraced: false)
        gates[key] = gate
        return gate
      }
    }

    private func mark(_ download: DownloadManager.Download) -> Event.Mark {
      switch download.state {
      case .added: "is added"
      case .waiting: waits(attempt: download.attempts)
      case .running: runs
      case .retrying: "will be tried again"
      case .paused: isPaused
      case .finished: isFinished
      case .failed: "has failed"
      case .cancelled: isCancelled
      }
    }
  }

  /// A file on the server whose first reply falls silent half-way, so that there is time to give
  /// commands.
  final class SlowFile: Sendable {
    static let body = LoopbackServer.Body.generated(length: 60_000)

    let name: String
    let url: URL
    /// Open when the connection with the silent reply has gone away.
    let isLetGo: Gate

    init(_ name: String, _ bench: Bench, _ server: LoopbackServer) {
      self.name = name
      url = server.url("/\(name)")
      let (log, isLetGo) = (
        bench.log("\(name) server"), bench.gate("\(name) is let go", isTraced: false)
      )
      self.isLetGo = isLetGo
      let hold = LoopbackServer.Hold {
        log(connectionIsGone)
        isLetGo.open()
      }
      server.serve(
        "/\(name)", LoopbackServer.Resource(Self.body), faults: [.stall(after: 20_000, hold)])
    }
  }
}
