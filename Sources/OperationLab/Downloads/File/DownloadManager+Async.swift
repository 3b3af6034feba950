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
  /// is not on the list, and after ``delete(_:)``, there is none. Of several downloads of the address,
  /// it is the one that was put on the list last.
  public func updates(of url: URL) -> AsyncStream<Download> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      change { state in
        guard let key = state.keys(of: url).last else { return continuation.finish() }
        _ = watch(key, continuation, waits: false, in: &state)
      }
    }
  }

  /// Gives a stream the download as it is now and after each change. To be called within ``change(_:)``, so
  /// that no change comes in between.
  ///
  /// - Parameter waits: whether the download is paused when its last such stream is given up.
  /// - Returns: the number of the stream. 0 if it has ended.
  func watch(
    _ key: Key, _ stream: AsyncStream<Download>.Continuation, waits: Bool, in state: inout State
  ) -> Int {
    guard let download = state.items[key]?.download else { return 0 }
    outbox.add { stream.give(download) }
    guard download.isActive else { return 0 }
    let number = state.newNumber()
    state.items[key]?.streams[number] = stream
    if waits { state.items[key]?.waiters.insert(number) }
    stream.onTermination = { [state = self.state] _ in
      _ = state.withLock { $0.items[key]?.streams.removeValue(forKey: number) }
    }
    return number
  }

  /// Downloads an address to a file, going on from what an earlier run has left there.
  ///
  /// Several tasks may wait for the same download. If a task is cancelled, its call ends. When the last
  /// of them is cancelled, the download is paused: its bytes stay, and the next call goes on with them.
  /// A task that is cancelled before the call starts nothing.
  ///
  /// With a SHA-256, in hexadecimal digits, the file must have that. A file that is finished already is not
  /// read again.
  ///
  /// - Returns: the whole file. If the download is finished already and its file is still there, nothing
  ///   is downloaded again.
  /// - Throws: why there is none. ``DownloadError/cancelled`` if the task was cancelled, or the download
  ///   was paused, cancelled or deleted.
  @discardableResult
  public func download(
    _ url: URL, to destination: URL, sha256: String? = nil
  ) async throws(DownloadError) -> URL {
    try await file(from: url, nil, to: destination, sha256)
  }

  /// Downloads what a request asks for, with its headers and its timeout, to a file.
  ///
  /// - Returns: the whole file.
  /// - Throws: why there is none. When that is ``DownloadError/cancelled``, and what several tasks do, is
  ///   as for an address alone.
  @discardableResult
  public func download(
    _ request: URLRequest, to destination: URL, sha256: String? = nil
  ) async throws(DownloadError) -> URL {
    guard let url = request.url else { throw .unusableAddress("a request without an address") }
    return try await file(from: url, request, to: destination, sha256)
  }

  private func file(
    from url: URL, _ request: URLRequest?, to destination: URL, _ sha256: String?
  ) async throws(DownloadError) -> URL {
    if Task.isCancelled { throw .cancelled }
    let (updates, continuation) = AsyncStream.makeStream(
      of: Download.self, bufferingPolicy: .bufferingNewest(1))
    let (key, number) = begin(url, request, to: destination, sha256: sha256, for: continuation)
    var last: Download?
    for await download in updates { last = download }
    switch last?.state {
    case .finished?: return last?.destination ?? destination
    case .failed(let error)?: throw error
    default:
      // The task was cancelled, or the download was stopped. Only the last waiter stops it.
      stop(key, as: .paused) { item in
        item.waiters.remove(number) != nil && item.waiters.isEmpty && item.download.isActive
      }
      throw .cancelled
    }
  }
}

extension DownloadManager.Item {
  /// The streams that get the newest state. If it is the last, they are no longer kept.
  mutating func takeStreams() -> [AsyncStream<DownloadManager.Download>.Continuation] {
    defer { if !download.isActive { (streams, waiters) = ([:], []) } }
    return Array(streams.values)
  }
}

extension AsyncStream<DownloadManager.Download>.Continuation {
  /// Yields a state, and ends the stream if it is the last.
  func give(_ download: DownloadManager.Download) {
    yield(download)
    if !download.isActive { finish() }
  }
}
