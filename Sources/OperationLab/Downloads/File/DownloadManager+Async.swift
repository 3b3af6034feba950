import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension DownloadManager {
  /// A download as it is now, and as it is after each change and some progress, until it does not get
  /// on by itself any more: it is finished, paused or cancelled, or it has failed.
  ///
  /// If you do not keep up, you get the newest only. The last one is never lost. For a download that
  /// is not on the list, and after ``delete(_:)``, there is none.
  public func updates(of id: Download.ID) -> AsyncStream<Download> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      change { state in
        if state.items[id] == nil { continuation.finish() }
        _ = watch(id, continuation, waits: false, in: &state)
      }
    }
  }

  /// Each download as it is now, and as it is after each change and some progress, for as long as you
  /// iterate.
  ///
  /// If you do not keep up, you get the newest only of each download. The last one is never lost. A download
  /// that was deleted or forgotten does not come.
  public var updates: AsyncStream<Download> {
    let (ids, continuation) = AsyncStream.makeStream(of: Download.ID.self)
    let feed = DownloadFeed(continuation)
    change { state in
      let number = state.newNumber()
      state.feeds[number] = feed
      continuation.onTermination = { [state = self.state] _ in
        _ = state.withLock { $0.feeds.removeValue(forKey: number) }
      }
      for download in state.all { outbox.add { feed.tell(download.id) } }
    }
    return AsyncStream {
      for await id in ids {
        if let download = self.state.withLock({ feed.take(id, from: $0) }) { return download }
      }
      return nil
    }
  }

  /// Gives a stream the download as it is now and after each change. To be called within ``change(_:)``, so
  /// that no change comes in between.
  ///
  /// - Parameter waits: whether the download is paused when its last such stream is given up.
  /// - Returns: the number of the stream. 0 if it has ended.
  func watch(
    _ id: Download.ID, _ stream: AsyncStream<Download>.Continuation, waits: Bool,
    in state: inout State
  ) -> Int {
    guard let download = state.items[id]?.download else { return 0 }
    outbox.add { stream.give(download) }
    guard download.isActive else { return 0 }
    let number = state.newNumber()
    state.items[id]?.streams[number] = stream
    if waits { state.items[id]?.waiters.insert(number) }
    stream.onTermination = { [state = self.state] _ in
      _ = state.withLock { $0.items[id]?.streams.removeValue(forKey: number) }
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
  /// - Returns: the finished download. If it was finished already and its file is still there, nothing
  ///   is downloaded again.
  /// - Throws: why there is none. ``DownloadError/cancelled`` if the task was cancelled, or the download
  ///   was paused, cancelled or deleted.
  @discardableResult
  public func download(
    _ url: URL, to destination: URL, sha256: String? = nil
  ) async throws(DownloadError) -> Download {
    try await finished(url, nil, to: destination, sha256)
  }

  /// Downloads what a request asks for, with its headers and its timeout, to a file.
  ///
  /// - Returns: the finished download.
  /// - Throws: why there is none. When that is ``DownloadError/cancelled``, and what several tasks do, is
  ///   as for an address alone.
  @discardableResult
  public func download(
    _ request: URLRequest, to destination: URL, sha256: String? = nil
  ) async throws(DownloadError) -> Download {
    guard let url = request.url else { throw .unusableAddress("a request without an address") }
    return try await finished(url, request, to: destination, sha256)
  }

  private func finished(
    _ url: URL, _ request: URLRequest?, to destination: URL, _ sha256: String?
  ) async throws(DownloadError) -> Download {
    if Task.isCancelled { throw .cancelled }
    let (updates, continuation) = AsyncStream.makeStream(
      of: Download.self, bufferingPolicy: .bufferingNewest(1))
    let (id, number) = begin(url, request, to: destination, sha256: sha256, for: continuation)
    var last: Download?
    for await download in updates { last = download }
    switch last?.state {
    case .failed(let error)?: throw error
    default:
      if let last, last.state == .finished { return last }
      // The task was cancelled, or the download was stopped. Only the last waiter stops it.
      stop(id, as: .paused) { item in
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

/// Tells a stream which downloads have changed since it last asked.
final class DownloadFeed: Sendable {
  private let changed = Locked<Set<DownloadManager.Download.ID>>([])
  private let stream: AsyncStream<DownloadManager.Download.ID>.Continuation

  init(_ stream: AsyncStream<DownloadManager.Download.ID>.Continuation) { self.stream = stream }

  /// Each download waits in the stream once at most.
  func tell(_ id: DownloadManager.Download.ID) {
    if changed.withLock({ $0.insert(id).inserted }) { stream.yield(id) }
  }

  /// A download that has changed, as it is now. `nil` if it is not on the list any more.
  func take(
    _ id: DownloadManager.Download.ID, from state: DownloadManager.State
  ) -> DownloadManager.Download? {
    changed.withLock { _ = $0.remove(id) }
    return state.items[id]?.download
  }
}
