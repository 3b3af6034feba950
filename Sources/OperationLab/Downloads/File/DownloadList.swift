import Foundation
import OperationLab

/// A manager's list as a file, which outlives the program.
///
/// It has the addresses and their destinations. The received bytes are beside their destinations,
/// as ``PartFile`` leaves them. What cannot be read as a list is left alone, and nothing is written in its place.
final class DownloadList: Sendable {
  /// A download as it stands in the file.
  struct Entry: Codable, Equatable, Sendable {
    /// What a download is when the program ends.
    enum Mark: String, Codable, Sendable {
      case added, paused, finished, cancelled
    }

    var url: URL
    /// The path of the whole file.
    var path: String
    var mark: Mark
    var received: Int
    var total: Int?
  }

  private let file: URL
  /// Runs one write at a time, and never on the thread that changes the list.
  private let writer = DispatchQueue(label: "lab.downloads.list")
  private let isAsked = Locked(false)
  private let lastError = Locked<DownloadError?>(nil)
  /// Whether something is in its place that must not be overwritten.
  private let isForeign = Locked(false)

  init(_ file: URL) { self.file = file }

  /// Why it could not be read, or why the last try to write it failed. `nil` if neither.
  var error: DownloadError? { lastError.withLock { $0 } }

  /// The list that an earlier program has left. Downloads that were under way then are paused now.
  func read() -> [DownloadManager.Download] {
    do throws(DownloadError) {
      guard let data = try JSONFile.contents(of: file) else { return [] }
      do { return try JSONDecoder().decode([Entry].self, from: data).map(\.download) } catch {
        throw .unreadableList(path: file.path)
      }
    } catch {
      // Without its folder there is no list.
      if case .disk(_, _, ENOENT) = error { return [] }
      lastError.withLock { $0 = error }
      isForeign.withLock { $0 = true }
      return []
    }
  }

  /// Writes the list soon. Many changes at once are written once.
  ///
  /// - Parameter downloads: asked when it is its turn.
  func write(_ downloads: @escaping @Sendable () -> [DownloadManager.Download]) {
    if isForeign.withLock({ $0 }) { return }
    let isFirst = isAsked.withLock { isAsked in
      defer { isAsked = true }
      return !isAsked
    }
    guard isFirst else { return }
    writer.async { [self] in
      isAsked.withLock { $0 = false }
      do throws(DownloadError) {
        try JSONFile.write(downloads().map(Entry.init), to: file)
        lastError.withLock { $0 = nil }
      } catch {
        lastError.withLock { $0 = error }
      }
    }
  }

  /// Returns when all that was asked for before is written.
  func flush() { writer.sync {} }
}

extension DownloadList.Entry {
  fileprivate init(_ download: DownloadManager.Download) {
    url = download.url
    path = download.destination.path
    (received, total) = (download.progress.received, download.progress.total)
    mark =
      switch download.state {
      case .added: .added
      case .waiting, .running, .retrying, .paused, .failed: .paused
      case .finished: .finished
      case .cancelled: .cancelled
      }
  }

  fileprivate var download: DownloadManager.Download {
    let file = URL(fileURLWithPath: path)
    return DownloadManager.Download(
      id: DownloadManager.Download.ID(url, to: file), destination: file, state: state,
      progress: DownloadProgress(received: received, total: total))
  }

  private var state: DownloadManager.Download.State {
    switch mark {
    case .added: .added
    case .paused: .paused
    case .finished: .finished
    case .cancelled: .cancelled
    }
  }
}
