import Foundation

extension DownloadManager {
  /// Puts an address on the list, to be started later by ``resume(_:)``; one that is there already is
  /// left alone.
  public func add(_ url: URL, to destination: URL) {
    let download = Download(url: url.withoutUserInfo, destination: destination, state: .added)
    let added = state.withLock { $0.add(download, from: url).map(tell) != nil }
    if added { keepList() }
  }

  /// Downloads an address to a file, going on from what an earlier run has left there.
  ///
  /// An address that is already under way or finished is left alone, whatever the destination; one
  /// that was added, paused, cancelled or has failed is resumed.
  public func start(_ url: URL, to destination: URL) {
    let download = Download(url: url.withoutUserInfo, destination: destination)
    let isNew = state.withLock { $0.add(download, from: url) != nil }
    if isNew { attempt(url, resuming: true) { _ in true } } else { resume(url) }
  }

  /// Stops a download and keeps its bytes.
  public func pause(_ url: URL) { stop(url, as: .paused) { $0.isActive } }

  /// Begins a download that was added, or goes on with one that was paused or cancelled or has failed,
  /// with a new operation.
  ///
  /// A user and password in this address replace those given before.
  public func resume(_ url: URL) {
    attempt(url, resuming: true) { !$0.isActive && $0.state != .finished }
  }

  /// Begins a download anew from its first byte, whatever its state; a finished file stays in its
  /// place until the new one is whole.
  public func restart(_ url: URL) {
    let old = attempt(url, resuming: false) { _ in true }
    // Cancelled only now that its reports are old news: nobody shall hear of a failure.
    old?.cancel(keepingPart: false)
  }

  /// Stops a download and removes its bytes; a finished file stays.
  public func cancel(_ url: URL) { stop(url, as: .cancelled) { $0.state != .finished } }

  /// Pauses every download that is under way.
  public func pauseAll() { waitingFirst.forEach(pause) }

  /// Begins or resumes every download that was added, paused, cancelled or has failed.
  public func resumeAll() { downloads.forEach { resume($0.url) } }

  /// Cancels every download that is not finished.
  public func cancelAll() { waitingFirst.forEach(cancel) }

  /// The addresses in the order in which to stop them: each slot that is freed would start one of
  /// those that wait.
  private var waitingFirst: [URL] {
    let all = downloads
    return (all.filter { $0.state == .waiting } + all.filter { $0.state != .waiting }).map(\.url)
  }
}

// MARK: - One operation for each attempt

extension DownloadManager {
  /// Puts a new operation for a download into the queue, if its state still allows it.
  ///
  /// - Returns: the operation that the new one replaces.
  @discardableResult
  func attempt(
    _ url: URL, resuming: Bool, if condition: @Sendable (Download) -> Bool
  ) -> DownloadOperation? {
    let (source, url) = (url, url.withoutUserInfo)
    let (operation, old): (DownloadOperation?, DownloadOperation?) = state.withLock { state in
      guard var item = state.items[url], condition(item.download) else { return (nil, nil) }
      if Credentials(of: source) != nil { item.source = source }
      let old = item.operation
      let (attempt, number) = (item.download.attempts + 1, item.number)
      let operation = DownloadOperation(
        item.source, to: item.download.destination, in: folder, session: session, resumes: resuming,
        keepsPart: true, allowsCellular: state.allowsCellular
      ) { self.handle($0, of: url, attempt: attempt, number: number) }
      // The old one may be about to flush or remove the very file that the new one will open.
      if let old, !old.isFinished { operation.addDependency(old) }
      if let leaving = state.leaving[url] { operation.addDependency(leaving) }
      if !item.download.isActive || !resuming { (item.retries, item.farthest) = (0, 0) }
      item.operation = operation
      item.download.attempts = attempt
      item.download.state = .waiting
      if !resuming { item.download.progress = DownloadProgress() }
      state.items[url] = item
      tell(item.download)
      return (operation, old)
    }
    if let operation {
      queue.addReliably(operation)
      keepList()
    }
    return old
  }

  private func stop(
    _ url: URL, as end: Download.State, if condition: @Sendable (Download) -> Bool
  ) {
    let url = url.withoutUserInfo
    let (operation, leftover): (DownloadOperation?, URL?) = state.withLock { state in
      guard let item = state.items[url], condition(item.download), item.download.state != end
      else { return (nil, nil) }
      state.items[url]?.download.state = end
      if end == .cancelled { state.items[url]?.download.progress = DownloadProgress() }
      if let download = state.items[url]?.download { tell(download) }
      let isIdle = item.operation == nil && end == .cancelled
      return (item.operation, isIdle ? item.download.destination : nil)
    }
    operation?.cancel(keepingPart: end == .paused)
    keepList()
    if let leftover { PartFile.remove(of: leftover, in: folder) }
  }
}
