import Foundation
import OperationLab

// What is on the list, and how it leaves it.
extension DownloadManager {
  /// Takes a download off the list and removes its file, whole or in part.
  public func delete(_ url: URL) {
    let url = url.withoutUserInfo
    let (item, tidying): (Item?, Operation?) = state.withLock { state in
      guard let item = state.remove(url) else { return (nil, nil) }
      guard let operation = item.operation, !operation.isFinished else { return (item, nil) }
      // It may be renaming the whole file at this very moment: what it leaves is removed after it.
      // Whoever wants the same address again waits for that.
      let tidying = BlockOperation { [self] in
        PartFile.remove(of: item.download.destination, whole: operation.hasSucceeded, in: folder)
        self.state.withLock { state in state.leaving[url] = nil }
      }
      tidying.addDependency(operation)
      state.leaving[url] = tidying
      return (item, tidying)
    }
    guard let item else { return }
    if let tidying {
      tidiers.addReliably(tidying)
      item.operation?.cancel(keepingPart: false)
    } else {
      PartFile.remove(
        of: item.download.destination, whole: item.download.state == .finished, in: folder)
    }
    keepList()
  }

  /// Takes a finished download off the list; its file stays.
  ///
  /// - Returns: whether it was on the list, and finished.
  @discardableResult
  public func forget(_ url: URL) -> Bool {
    let url = url.withoutUserInfo
    let item = state.withLock { state in
      state.items[url]?.download.state == .finished ? state.remove(url) : nil
    }
    if item != nil { keepList() }
    return item != nil
  }

  /// Returns when the list is on disk as it is now, or could not be written: see ``listError``.
  public func flushList() {
    keepList()
    list?.flush()
  }

  /// Why the list could not be written, if the last try failed.
  public var listError: DownloadError? { list?.error }

  /// Has the list written, as it is when its turn comes.
  func keepList() {
    list?.write { [state] in state.withLock(\.all) }
  }
}

extension DownloadManager.State {
  /// Every download, in order.
  var all: [DownloadManager.Download] { order.compactMap { items[$0]?.download } }

  /// Puts a download on the list; `nil` if its address is there already.
  @discardableResult
  mutating func add(
    _ download: DownloadManager.Download, from source: URL
  ) -> DownloadManager.Download? {
    guard items[download.url] == nil else { return nil }
    count += 1
    items[download.url] = DownloadManager.Item(
      download: download, source: source, number: count)
    order.append(download.url)
    return download
  }

  /// Takes a download off the list.
  mutating func remove(_ url: URL) -> DownloadManager.Item? {
    order.removeAll { $0 == url }
    return items.removeValue(forKey: url)
  }
}
