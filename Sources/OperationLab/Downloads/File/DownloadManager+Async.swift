import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension DownloadManager {
  /// A download as it is now, and as it is after each change and some progress, until it does not get
  /// on by itself any more: it is finished, paused or cancelled, or it has failed.
  ///
  /// If you do not keep up, you get the newest only. The last one is never lost. For an address that
  /// is not on the list, and after ``delete(_:)``, there is none.
  public func updates(of url: URL) -> AsyncStream<Download> {
    let url = url.withoutUserInfo
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // With the lock held, no change comes between the first and the others.
      let isActive = state.withLock { state in
        guard let download = state.items[url]?.download else { return false }
        continuation.yield(download)
        guard download.isActive else { return false }
        state.count += 1
        let number = state.count
        watchers.withLock { $0[url, default: [:]][number] = continuation }
        continuation.onTermination = { [watchers] _ in
          watchers.withLock { _ = $0[url]?.removeValue(forKey: number) }
        }
        return true
      }
      if !isActive { continuation.finish() }
    }
  }

  /// Downloads an address to a file, going on from what an earlier run has left there.
  ///
  /// When the task is cancelled, the download is paused: its bytes stay, and the next call goes on
  /// with them.
  ///
  /// - Returns: the whole file.
  /// - Throws: why there is none. ``DownloadError/cancelled`` when it was paused or cancelled.
  @discardableResult
  public func download(_ url: URL, to destination: URL) async throws(DownloadError) -> URL {
    start(url, to: destination)
    return try await end(of: url)
  }

  /// Downloads what a request asks for, with its headers and its timeout, to a file.
  ///
  /// If the task is cancelled, the download is paused.
  ///
  /// - Returns: the whole file.
  /// - Throws: why there is none. ``DownloadError/cancelled`` if it was paused or cancelled.
  @discardableResult
  public func download(
    _ request: URLRequest, to destination: URL
  ) async throws(DownloadError) -> URL {
    guard let url = request.url else { throw .unusableAddress("a request without an address") }
    start(request, to: destination)
    return try await end(of: url)
  }

  private func end(of url: URL) async throws(DownloadError) -> URL {
    var last: Download?
    for await download in updates(of: url) { last = download }
    switch last?.state {
    case .finished?: return last?.destination ?? url
    case .failed(let error)?: throw error
    default:
      // The task was cancelled, or the download was stopped.
      if Task.isCancelled { pause(url) }
      throw .cancelled
    }
  }

  /// Tells those who iterate. Called with the lock held.
  func tellWatchers(_ download: Download) {
    // Without the watchers' lock: a stream that ends takes itself off the list.
    let told = watchers.withLock { watchers in
      download.isActive ? watchers[download.url] : watchers.removeValue(forKey: download.url)
    }
    for continuation in (told ?? [:]).values {
      continuation.yield(download)
      if !download.isActive { continuation.finish() }
    }
  }
}
