import Foundation
import OperationDownloads
import OperationLab

/// Says how downloads go: a line for each event, for people or as JSON, and progress on a terminal.
final class DownloadReport: Sendable {
  private struct State {
    var latest: [DownloadManager.Download.ID: DownloadManager.Download] = [:]
    /// How many files were there already.
    var present = 0
    var shown: ContinuousClock.Instant?
    var isPaused = false
  }

  private let state = Locked(State())
  private let count: Int
  private let isJSON: Bool
  private let console: Console
  /// Signalled once all files have ended and were reported.
  private let end = DispatchSemaphore(value: 0)

  init(of count: Int, isJSON: Bool, on console: Console) {
    (self.count, self.isJSON, self.console) = (count, isJSON, console)
  }

  /// Waits until every file is whole or given up.
  ///
  /// - Returns: why some failed, if all of these did for one reason.
  func waitForEnd() -> ExitStatus {
    end.wait()
    let (present, latest) = state.withLock { ($0.present, $0.latest.values) }
    let whole = latest.count { $0.state == .finished }
    var failures: Set<ExitStatus> = present > 0 ? [.failed] : []
    for case .failed(let error) in latest.map(\.state) { failures.insert(error.exitStatus) }
    if isJSON {
      show(DownloadLine(event: "done", files: count, whole: whole))
    } else if count > 1 {
      console.show(console.language("\(whole) of \(count) files are whole"))
    }
    return failures.isEmpty ? .passed : failures.count == 1 ? failures.first ?? .failed : .failed
  }

  /// A file of that name is there already, and stays.
  func leave(_ file: URL, of url: URL) {
    let problem = "\(file.path) is there. Remove it, or choose another folder with --output"
    show(DownloadLine(event: "failed", url: url.absoluteString, file: file.path, error: problem))
    if !isJSON { console.complain(problem) }
    state.withLock { state in
      state.present += 1
      if isOver(state) { end.signal() }
    }
  }

  /// Pauses everything because the user said so. From now on nothing else is reported.
  func pause(_ pauseAll: () -> [DownloadManager.Download]) {
    state.withLock { $0.isPaused = true }
    for download in pauseAll() where download.state == .paused { show(download, "paused", nil) }
    console.complain("paused. Give the same command again to go on")
  }

  /// Takes a change of a download. Called on one serial queue.
  func add(_ download: DownloadManager.Download) {
    let (before, isPaused, isOver) = state.withLock { state in
      let before = state.latest.updateValue(download, forKey: download.id)
      return (before, state.isPaused, self.isOver(state))
    }
    if isPaused { return }
    let hasBegun = before?.state == .running
    switch download.state {
    case .running where !hasBegun: show(download, "began", nil)
    case .running where download.progress.received < before?.progress.received ?? 0:
      show(download, "restarted", nil)
    case .running: show(download, "progress", nil)
    case .finished: show(download, "finished", nil)
    case .retrying(let error): show(download, "retry", error)
    case .failed(let error): show(download, "failed", error)
    default: break
    }
    if isOver { end.signal() }
  }

  private func isOver(_ state: State) -> Bool {
    state.present + state.latest.values.count { !$0.isActive } == count
  }

  private func show(
    _ download: DownloadManager.Download, _ event: String, _ error: DownloadError?
  ) {
    let (name, progress) = (download.destination.lastPathComponent, download.progress)
    show(
      DownloadLine(
        event: event, url: download.url.absoluteString, file: download.destination.path,
        received: progress.received, total: progress.total, attempt: download.attempts,
        error: error?.description))
    if isJSON { return }
    if let error { return console.complain("\(name): \(error)") }
    if console.isTerminal, event != "finished" { return tellProgress() }
    if event == "progress" { return }
    let received = progress.received.formatted(.byteCount(style: .file))
    console.show("\(event.padded(to: 9)) \(name)" + (progress.received > 0 ? "  \(received)" : ""))
  }

  /// One line with each that runs, ten times a second at most.
  private func tellProgress() {
    let now = ContinuousClock.now
    let running: [DownloadManager.Download]? = state.withLock { state in
      if let shown = state.shown, now - shown < .milliseconds(100) { return nil }
      state.shown = now
      return state.latest.values.filter { $0.state == .running }
    }
    guard let running else { return }
    let parts = running.sorted { $0.destination.path < $1.destination.path }.map { download in
      let received = download.progress.received.formatted(.byteCount(style: .file))
      let share = download.progress.fraction.map { "\(Int($0 * 100)) %" } ?? received
      return "\(download.destination.lastPathComponent) \(share)"
    }
    console.showProgress(parts.joined(separator: ", "))
  }

  private func show(_ line: DownloadLine) {
    guard isJSON else { return }
    do throws(Failure) { console.show(try JSONText.of(line)) } catch {
      console.complain(error.message)
    }
  }
}

/// A line of `lab download --json`: add to it, never rename.
private struct DownloadLine: Encodable {
  var event: String
  var url: String?
  var file: String?
  var received: Int?
  var total: Int?
  /// Which attempt it is, the first having number 1.
  var attempt: Int?
  var error: String?
  var files: Int?
  var whole: Int?
}

extension DownloadError {
  /// The status of a command whose only failures are of this kind.
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .cancelled: .failed
    case .unusableAddress, .credentialsInAddress: .usage
    case .connection, .cellularOnly, .incomplete, .unusableHost: .network
    case .status, .needsAuthentication, .wrongPart, .badReply, .changed:
      .refused
    case .disk, .notAFile, .busy, .unreadableList: .disk
    case .wrongChecksum: .wrongChecksum
    }
  }
}
