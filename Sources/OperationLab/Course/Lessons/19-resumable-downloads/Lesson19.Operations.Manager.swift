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
      case .added: "is added"
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
        log(.noted, note: "finds the connection gone")
        isLetGo.open()
      }
      server.serve(
        "/\(name)", LoopbackServer.Resource(Self.body), faults: [.stall(after: 20_000, hold)])
    }
  }
}
