import LabShared
import Foundation
import OperationDownloads
import OperationDoctor
import OperationLab
import OperationTesting

/// Says how downloads go: lines for people or for programs, and progress on a terminal.
final class DownloadReport: Sendable {
  struct Style: Sendable {
    var isJSON: Bool
    var isQuiet: Bool
    /// The longest wait that a server may ask for, in seconds.
    var patience: Int
  }

  private struct State {
    var latest: [URL: DownloadManager.Download] = [:]
    /// How many of them are at rest. Counted anew for each change, ten thousand would take minutes.
    var resting = 0
    var present = 0
    /// How many files are there that are not known to be whole.
    var unknown = 0
    /// Why files or lines failed that no download has.
    var failures: Set<ExitStatus> = []
    /// The last quarter of each file that was reported.
    var quarters: [URL: Int] = [:]
    /// Those that have asked for the rest of a file, and have no answer yet.
    var asking: Set<URL> = []
    var shown: ContinuousClock.Instant?
    var isPaused = false
  }

  private let state = Locked(State())
  private let count: Int
  private let style: Style
  private let console: Console
  /// Signalled once all files have ended and were reported.
  private let end = DispatchSemaphore(value: 0)

  init(of count: Int, in style: Style, on console: Console) {
    self.count = count
    self.style = style
    self.console = console
  }

  /// What a file is that is there already.
  enum Presence {
    /// An earlier command has made it, whole, from this address, or it has the SHA-256 that was given.
    case whole
    case unknown
    /// It has this SHA-256, and another was given.
    case other(String)
  }

  /// Waits until every file is whole or given up.
  ///
  /// - Returns: why some failed, if all of these did for one reason.
  func waitForEnd() -> ExitStatus {
    // Not "is it over?": the change that ends it is known before its line is written.
    if count > 0 { end.wait() }
    let (present, unknown, latest, left) = state.withLock { state in
      (state.present, state.unknown, state.latest.values, state.failures)
    }
    let finished = latest.filter { $0.state == .finished }
    let failures = latest.reduce(into: left) { failures, download in
      if case .failed(let error) = download.state { failures.insert(error.exitStatus) }
    }
    let whole = present + finished.count
    let received = finished.reduce(0) { $0 + ($1.isUnchanged ? 0 : $1.progress.received) }
    if style.isJSON {
      if !style.isQuiet { show(DownloadLine(event: "done", files: count, whole: whole)) }
    } else if !style.isQuiet, count > 1 {
      let size = ByteCount.text(received)
      let words: Phrase = "\(whole) of \(count) files are whole, \(size) fetched"
      let hint: Phrase =
        whole + unknown == count ? "" : ". Give the same command again to fetch the rest"
      console.show(console.language(words) + console.language(hint))
    }
    return failures.isEmpty ? .passed : failures.count == 1 ? failures.first ?? .failed : .failed
  }

  /// Says what is wrong with a line of a list, which is left out.
  func refuse(_ mistake: String) {
    state.withLock { _ = $0.failures.insert(.usage) }
    if style.isJSON {
      show(DownloadLine(mistake: mistake))
    } else {
      console.complain(mistake)
    }
  }

  /// A file of that name is there already, and stays.
  func leave(_ file: URL, of url: URL, _ presence: Presence) {
    let problem: String?
    let failure: ExitStatus
    switch presence {
    case .whole: (problem, failure) = (nil, .passed)
    case .unknown:
      problem = "is there, and may not be whole or not from this address"
      failure = .failed
    case .other(let found):
      problem = "is there, and has another SHA-256 (\(found))"
      failure = .wrongChecksum
    }
    let isOver = state.withLock { state in
      if problem == nil { state.present += 1 } else { state.unknown += 1 }
      if problem != nil { state.failures.insert(failure) }
      return self.isOver(state)
    }
    if let problem {
      let advice = "remove it, choose another --name, or have --update replace it"
      if style.isJSON {
        var line = DownloadLine(event: "failed", url: url, file: file)
        line.error = "\(file.path) \(problem); \(advice)"
        show(line)
      } else {
        console.complain("\(Self.name(file)) \(problem); \(advice)")
      }
    } else if !style.isQuiet {
      if style.isJSON {
        show(DownloadLine(event: "present", url: url, file: file))
      } else {
        console.show("there   \(Self.name(file)). Remove it to fetch it again")
      }
    }
    if isOver { end.signal() }
  }

  /// Pauses everything because the user said so.
  ///
  /// From now on nothing else is reported. A download that stops is not the end: the caller ends
  /// the process as interrupted.
  func pause(_ pauseAll: () -> [DownloadManager.Download]) {
    state.withLock { $0.isPaused = true }
    let downloads = pauseAll()
    if style.isJSON {
      for download in downloads where download.state == .paused {
        show(DownloadLine(event: "paused", download))
      }
    }
    console.complain("paused. Give the same command again to go on")
  }

  /// Takes a change of a download. Called on one serial queue.
  func add(_ download: DownloadManager.Download) {
    let (before, isOver) = state.withLock { state in
      let before = state.latest.updateValue(download, forKey: download.url)
      if before?.isActive == false { state.resting -= 1 }
      if !download.isActive { state.resting += 1 }
      return (before, self.isOver(state) && !state.isPaused)
    }
    if state.withLock({ $0.isPaused }) { return }
    tellAnswer(to: before, download)
    if before?.state == download.state, download.state == .running {
      tellProgress(download)
    } else {
      style.isJSON ? tellJSON(download) : tell(download)
    }
    if isOver { end.signal() }
  }

  private func isOver(_ state: State) -> Bool {
    state.present + state.unknown + state.resting == count
  }

  /// Says what came of asking for the rest of a file.
  private func tellAnswer(
    to before: DownloadManager.Download?, _ download: DownloadManager.Download
  ) {
    let url = download.url
    guard let before, state.withLock({ $0.asking.remove(url) != nil }) else { return }
    let startsAgain = download.progress.received < before.progress.received
    guard !style.isQuiet, [.running, .finished].contains(download.state) else { return }
    if style.isJSON {
      if startsAgain { show(DownloadLine(event: "restarted", download)) }
    } else if !console.isTerminal {
      console.show("\(startsAgain ? "starts again" : "goes on") \(Self.name(download.destination))")
    }
  }

  private func tell(_ download: DownloadManager.Download) {
    let name = Self.name(download.destination)
    switch download.state {
    case .running where download.progress.received > 0: ask(download.url)
    case .running where !style.isQuiet && !console.isTerminal: console.show("begins  \(name)")
    case .finished where download.isUnchanged && !style.isQuiet:
      console.show("there   \(name), unchanged")
    case .finished where !style.isQuiet:
      console.show("whole   \(name)  \(ByteCount.text(download.progress.received))")
    case .retrying(let error) where !style.isQuiet:
      console.complain("\(name): \(error.problem). Trying again by itself")
    case .failed(.status(let status, let wait?))
    where wait > style.patience && DownloadError.status(status).isWorthRetrying:
      let error = DownloadError.status(status, retryAfter: wait)
      console.complain(
        "\(name): \(error.problem), but \(style.patience) s is the longest wait; try again after "
          + "that, or give --patience \(wait)")
    case .failed(let error): console.complain("\(name): \(error)")
    default: break
    }
    if console.isTerminal { tellStatus(isUrgent: true) }
  }

  private func ask(_ url: URL) { state.withLock { _ = $0.asking.insert(url) } }

  private func tellJSON(_ download: DownloadManager.Download) {
    switch download.state {
    case .running where !style.isQuiet:
      show(DownloadLine(event: "began", download))
      if download.progress.received > 0 { ask(download.url) }
    case .finished where !style.isQuiet:
      show(DownloadLine(event: download.isUnchanged ? "present" : "finished", download))
    case .retrying(let error) where !style.isQuiet:
      show(DownloadLine(event: "retry", download, error: error))
    case .failed(let error): show(DownloadLine(event: "failed", download, error: error))
    default: break
    }
  }

  private func tellProgress(_ download: DownloadManager.Download) {
    if style.isQuiet { return }
    if style.isJSON { return show(DownloadLine(event: "progress", download)) }
    if console.isTerminal { return tellStatus(isUrgent: false) }
    // In a log, three lines for a large file are enough.
    guard let fraction = download.progress.fraction, download.progress.total ?? 0 >= 10_000_000
    else { return }
    let quarter = Int(fraction * 4)
    let isNews = state.withLock { state in
      guard (1...3).contains(quarter), state.quarters[download.url] ?? 0 < quarter else {
        return false
      }
      state.quarters[download.url] = quarter
      return true
    }
    let total = ByteCount.text(download.progress.total ?? 0)
    if isNews {
      console.show("\(quarter * 25) %    \(Self.name(download.destination)) of \(total)")
    }
  }

  /// One line with all together and each that runs, ten times a second at most.
  private func tellStatus(isUrgent: Bool) {
    if style.isQuiet { return }
    let now = ContinuousClock.now
    let downloads: [DownloadManager.Download]? = state.withLock { state in
      if !isUrgent, let shown = state.shown, now - shown < .milliseconds(100) { return nil }
      state.shown = now
      return Array(state.latest.values)
    }
    guard let downloads else { return }
    let received = downloads.reduce(0) { $0 + $1.progress.received }
    let totals = downloads.compactMap(\.progress.total)
    let all = totals.count == count ? " of \(ByteCount.text(totals.reduce(0, +)))" : ""
    let running = downloads.filter { $0.state == .running }
      .sorted { $0.destination.path < $1.destination.path }
      .map { Self.name($0.destination) + Self.percent($0.progress) }
    let ended = downloads.count { !$0.isActive }
    console.showProgress(
      "\(ended)/\(count) files, \(ByteCount.text(received))\(all): "
        + running.joined(separator: ", "))
  }

  private func show(_ line: DownloadLine) {
    do throws(Failure) { console.show(try JSONText.of(line)) } catch {
      console.complain(error.message)
    }
  }

  private static func name(_ file: URL) -> String { file.lastPathComponent }

  private static func percent(_ progress: DownloadProgress) -> String {
    progress.fraction.map { " \(Int($0 * 100)) %" } ?? " \(ByteCount.text(progress.received))"
  }
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
