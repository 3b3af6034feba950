import Foundation

extension DownloadManager {
  /// Takes what the operation of an attempt reports, on whichever thread it happens.
  func handle(_ report: DownloadOperation.Report, of url: URL, attempt: Int, number: Int) {
    let next: Next = state.withLock { state in
      guard var item = state.items[url], item.number == number, item.download.attempts == attempt
      else { return .nothing }
      let next = item.take(report, retry: retry)
      if case .progress = report {
        if item.download.state == .running { tellProgress(of: &item) }
      } else if item.download != state.items[url]?.download {
        tell(item.download)
      }
      state.items[url] = item
      return next
    }
    if case .ended = report { keepList() }
    switch next {
    case .nothing: break
    case .remove(let destination): PartFile.remove(of: destination, in: folder)
    case .retry(let delay):
      retry.wait(delay) { [self] in
        // Paused, cancelled or restarted meanwhile, it has another state or another attempt.
        self.attempt(url, resuming: true) { download in
          guard case .retrying = download.state else { return false }
          return download.attempts == attempt
        }
      }
    }
  }

  /// What a report calls for, to be done without the lock.
  enum Next: Equatable {
    case nothing
    case remove(URL)
    case retry(after: Duration)
  }
}

extension DownloadManager.Item {
  /// Changes to the state that follows a report of the current attempt.
  mutating func take(
    _ report: DownloadOperation.Report, retry: RetryPolicy
  ) -> DownloadManager.Next {
    switch report {
    case .began(let progress):
      guard download.state == .waiting else { return .nothing }
      download.state = .running
      download.progress = progress
    case .progress(let progress):
      if [.running, .paused].contains(download.state) { download.progress = progress }
    case .ended(.success):
      // Also when it was paused or cancelled while it was being renamed: the file is there.
      operation = nil
      download.state = .finished
    case .ended(.failure(let error)):
      operation = nil
      if download.state == .cancelled { return .remove(download.destination) }
      guard download.isActive else { return .nothing }
      if error == .cellularOnly {
        download.state = .paused
        return .nothing
      }
      return failed(error, retry: retry)
    }
    return .nothing
  }

  private mutating func failed(
    _ error: DownloadError, retry: RetryPolicy
  ) -> DownloadManager.Next {
    // Retries are bounded, but a bad connection that always brings a little more may go on: the
    // file is finite, and only getting farther than ever before counts.
    if download.progress.received > farthest {
      farthest = download.progress.received
      retries = 0
    }
    guard error.isWorthRetrying, retries < retry.limit,
      let delay = retry.delay(retries + 1, error)
    else {
      download.state = .failed(error)
      return .nothing
    }
    retries += 1
    download.state = .retrying(error)
    return .retry(after: delay)
  }
}
