import Foundation

/// Stands for Foundation's `URLSession` while a class is checked. A transfer is the probe's work:
/// `Fetch(session: URLSession(work: probe.begin))`.
final class URLSession: Sendable {
  private let work: @Sendable (@escaping () -> Void) -> Void

  init(work: @escaping @Sendable (@escaping () -> Void) -> Void) { self.work = work }

  func dataTask(
    with url: URL, completionHandler: @escaping URLSessionDataTask.Handler
  ) -> URLSessionDataTask {
    URLSessionDataTask(work, completionHandler)
  }
}

/// Like Foundation's: the handler is called once, with the data or when the transfer is cancelled, and is
/// then let go.
final class URLSessionDataTask: @unchecked Sendable {
  typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

  private let work: @Sendable (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var handler: Handler?

  fileprivate init(
    _ work: @escaping @Sendable (@escaping () -> Void) -> Void, _ handler: @escaping Handler
  ) {
    self.work = work
    self.handler = handler
  }

  func resume() { work { self.end(Data(), nil) } }
  func cancel() { end(nil, URLError(.cancelled)) }

  private func end(_ data: Data?, _ error: (any Error)?) {
    let handler = lock.withLock {
      defer { self.handler = nil }
      return self.handler
    }
    handler?(data, nil, error)
  }
}
