import Foundation

/// Downloads many files, a few at a time, each of which can be paused, resumed, restarted and
/// cancelled; article B's manager.
///
/// - A queue of the given width runs one ``DownloadOperation`` for each attempt. An operation is
///   used once, so going on after a pause or an error takes a new one, which asks the server for
///   the rest of the file.
/// - Pausing cancels the operation and keeps the bytes. Suspending the session's task, as the
///   article does, would hold a slot of the queue for as long as the pause lasts, and on Linux the
///   resumed task starts again from the first byte and appends it to what is there.
/// - Everything needed to go on is on disk: a process that was killed is no different from a pause.
///   Start the same address to the same destination again.
/// - A manager lives as long as it has something to do.
///
/// All methods may be called from any thread, and from within its own calls.
public final class DownloadManager: Sendable {
  /// Told of every change, and of progress as often as it can keep up with.
  public typealias Observer = @Sendable (Download) -> Void

  struct State {
    var items: [URL: Item] = [:]
    /// In the order in which they were first started.
    var order: [URL] = []
  }

  let state = Locked(State())
  let queue = OperationQueue()
  let session: TransferSession
  let retry: RetryPolicy
  private let callbacks: CallbackQueue
  private let observer: Observer

  /// - Parameters:
  ///   - width: how many run at a time.
  ///   - retry: what to do after an error that may pass.
  ///   - session: whose connections to use.
  ///   - callbacks: where the observer is called.
  ///   - observer: told of every change, in the order in which they happen.
  public init(
    width: Int = 6, retry: RetryPolicy = .backoff(), session: TransferSession = .shared,
    callbacks: CallbackQueue = .main, observer: @escaping Observer = { _ in }
  ) {
    self.retry = retry
    self.session = session
    self.callbacks = callbacks
    self.observer = observer
    queue.maxConcurrentOperationCount = width
  }

  /// How many downloads run at a time; what runs when it shrinks goes on.
  public var width: Int {
    get { queue.maxConcurrentOperationCount }
    set { queue.maxConcurrentOperationCount = newValue }
  }

  /// Every download that was started, in that order.
  public var downloads: [Download] {
    state.withLock { state in state.order.compactMap { state.items[$0]?.download } }
  }

  /// The download of an address, if it was started.
  public subscript(url: URL) -> Download? { state.withLock { $0.items[url]?.download } }

  /// All downloads together; the total is known when it is known of each.
  public var progress: DownloadProgress {
    downloads.reduce(DownloadProgress(received: 0, total: 0)) { sum, download in
      let total = download.progress.total.flatMap { one in sum.total.map { $0 + one } }
      return DownloadProgress(received: sum.received + download.progress.received, total: total)
    }
  }

  /// Tells the observer. Called with the lock held, so that calls keep the order of the changes;
  /// the observer itself runs later, without it.
  func tell(_ download: Download) { callbacks.run { [observer] in observer(download) } }

  /// Tells the observer of progress, unless such a call is already on its way: that one will have
  /// the newest figures.
  func tellProgress(of item: inout Item) {
    guard !item.isProgressTold else { return }
    item.isProgressTold = true
    let url = item.download.url
    callbacks.run { [self] in
      let download = state.withLock { state in
        state.items[url]?.isProgressTold = false
        return state.items[url]?.download
      }
      if let download, download.state == .running { observer(download) }
    }
  }
}
