import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension DownloadManager {
  /// What a manager knows a download by: one address may go to several files.
  struct Key: Hashable, Sendable {
    /// Without user and password.
    let url: URL
    /// Of the file that was asked for. At the end the server may give it another name.
    let path: String

    init(_ url: URL, to destination: URL) {
      (self.url, path) = (url.withoutUserInfo, destination.absoluteURL.path)
    }
  }

  /// A download with what the manager needs to steer it.
  struct Item {
    var download: Download
    /// The address with its user and password, and the headers. Never reported, and never stored.
    var request: URLRequest
    /// What the SHA-256 of the whole file must be. Not stored.
    var sha256: String?
    /// Tells it from an earlier one of the same address and file, which was deleted.
    var number = 0
    /// Where its whole file is, if it has made one. Its operations write it, the last before it is
    /// finished.
    let whole = Locked<URL?>(nil)
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
    var items: [Key: Item] = [:]
    /// The downloads of each address, in the order in which they were first added or started.
    private var keys: [URL: [Key]] = [:]
    /// Which download made the file at a path.
    private var makers: [String: Key] = [:]
    /// By path, what is removing the bytes of a download. The next download to that path waits for it.
    var removals: [String: (number: Int, operation: Operation)] = [:]
    private var lastNumber = 0
    var options = DownloadOptions()
  }
}

extension DownloadManager.State {
  /// Every download, in the order in which they were first added or started.
  var all: [DownloadManager.Download] {
    items.values.sorted { $0.number < $1.number }.map(\.download)
  }

  /// The downloads of an address, in that order.
  func keys(of url: URL) -> [DownloadManager.Key] { keys[url.withoutUserInfo] ?? [] }

  /// A number that no item, stream or removal had before.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Puts a download on the list. `false` if it is there already.
  @discardableResult
  mutating func add(_ download: DownloadManager.Download, _ request: URLRequest) -> Bool {
    let key = download.key
    guard items[key] == nil else { return false }
    items[key] = DownloadManager.Item(
      download: download, request: request, number: newNumber())
    keys[key.url, default: []].append(key)
    if download.state == .finished { note(download.destination, madeBy: key) }
    return true
  }

  /// Takes a download off the list.
  mutating func remove(_ key: DownloadManager.Key) -> DownloadManager.Item? {
    guard let item = items.removeValue(forKey: key) else { return nil }
    keys[key.url]?.removeAll { $0 == key }
    if keys[key.url] == [] { keys[key.url] = nil }
    let path = item.download.destination.path
    if makers[path] == key { makers[path] = nil }
    return item
  }

  /// Notes which download made a file. It has replaced the one that another made in that place.
  mutating func note(_ file: URL, madeBy key: DownloadManager.Key) {
    items[key]?.whole.withLock { $0 = file }
    if let old = makers.updateValue(key, forKey: file.path), old != key {
      items[old]?.whole.withLock { $0 = nil }
    }
  }
}
