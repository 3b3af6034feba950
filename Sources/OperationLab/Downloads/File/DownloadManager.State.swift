import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension DownloadManager {
  /// A download with what the manager needs to steer it.
  struct Item {
    var download: Download
    /// What to ask for. Its headers, and a refused address with a password, are never reported or stored.
    var request: URLRequest
    /// What the SHA-256 of the whole file must be. Not stored.
    var sha256: String?
    /// Tells it from an earlier one of the same address and file, which was deleted.
    var number = 0
    /// Whether it has made its whole file, which no other has replaced. Its operations write it, the
    /// last before it is finished.
    let isWhole = Locked(false)
    /// The operation of the current attempt, or `nil` between attempts. Reports of any other are
    /// ignored.
    var operation: DownloadOperation?
    var retries = 0
    /// The most bytes that any attempt had reached when it ended.
    var farthest = 0
    /// Whether a call for progress is on its way.
    var isProgressTold = false
    /// The streams that get every change, until it is not active any more.
    var streams: [Int: AsyncStream<Download>.Continuation] = [:]
    /// Those of the streams that keep it going: when the last of them is given up, it is paused.
    var waiters: Set<Int> = []

    /// Whether ``DownloadManager/resume(_:)`` begins it.
    var isIdle: Bool { !download.isActive && download.state != .finished }
  }

  /// Everything that changes, under the manager's one lock.
  struct State {
    var items: [Download.ID: Item] = [:]
    /// Which download made the file at a path.
    private var makers: [String: Download.ID] = [:]
    /// The streams that get the changes of all downloads.
    var feeds: [Int: DownloadFeed] = [:]
    /// By path, what is removing the bytes of a download. The next download to that path waits for it.
    var removals: [String: (number: Int, operation: Operation)] = [:]
    private var lastNumber = 0
  }
}

extension DownloadManager.State {
  /// Every download, in the order in which they were first added or started.
  var all: [DownloadManager.Download] {
    items.values.sorted { $0.number < $1.number }.map(\.download)
  }

  /// A number that no item, stream or removal had before.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Puts a download on the list. `false` if it is there already.
  @discardableResult
  mutating func add(_ download: DownloadManager.Download, _ request: URLRequest) -> Bool {
    guard items[download.id] == nil else { return false }
    items[download.id] = DownloadManager.Item(
      download: download, request: request, number: newNumber())
    if download.state == .finished { noteFile(madeBy: download.id) }
    return true
  }

  /// Takes a download off the list.
  mutating func remove(_ id: DownloadManager.Download.ID) -> DownloadManager.Item? {
    guard let item = items.removeValue(forKey: id) else { return nil }
    if makers[id.path] == id { makers[id.path] = nil }
    return item
  }

  /// Notes which download made its file. It has replaced the one that another made in that place.
  mutating func noteFile(madeBy id: DownloadManager.Download.ID) {
    items[id]?.isWhole.withLock { $0 = true }
    if let old = makers.updateValue(id, forKey: id.path), old != id {
      items[old]?.isWhole.withLock { $0 = false }
    }
  }
}
