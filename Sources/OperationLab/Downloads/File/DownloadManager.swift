import Foundation
import OperationLab

/// Downloads many files, a few at a time, each of which can be paused, resumed, restarted and
/// cancelled; article B's manager.
///
/// - A queue of the given width runs one operation for each attempt. An operation is used once, so
///   to resume after a pause or an error takes a new one. It asks the server for the rest of the
///   file.
/// - Pausing cancels the operation and keeps the bytes. Suspending the session's task, as the
///   article does, would hold a slot of the queue for as long as the pause lasts, and on Linux the
///   resumed task starts again from the first byte and appends it to what is there.
/// - Everything needed to go on is on disk: a process that was killed is no different from a pause.
///   Start the same address to the same destination again; or give the manager a file for its list,
///   and the next one with that file has them all, paused.
/// - A user and password in an address are kept in memory only, for Basic authentication. Reports and
///   files have the address without them, and a manager with a list from an earlier program needs them
///   again: give ``resume(_:)`` the address that has them.
/// - A manager lives as long as it has something to do.
///
/// All methods may be called from any thread, and from within its own calls.
public final class DownloadManager: Sendable {
  /// Told of every change, and of progress as often as it can keep up with.
  public typealias Observer = @Sendable (Download) -> Void

  struct State {
    var items: [URL: Item] = [:]
    /// In the order in which they were first added or started.
    var order: [URL] = []
    /// How many items there have been.
    var count = 0
    /// What removes the files of deleted downloads, as long as it is not done.
    var leaving: [URL: Operation] = [:]
    var allowsCellular = true
  }

  let state = Locked(State())
  let queue = OperationQueue()
  /// Where the files of deleted downloads are removed.
  let tidiers = OperationQueue()
  let session: TransferSession
  let retry: RetryPolicy
  let folder: SafeFolder?
  let list: DownloadList?
  private let callbacks: CallbackQueue
  private let observer: Observer

  /// A manager, with what its list still has to do.
  ///
  /// - Parameters:
  ///   - width: how many downloads run at a time.
  ///   - retry: what to do after an error that may pass.
  ///   - list: a file that keeps the list of downloads when the program ends, in a folder that
  ///     exists; what an earlier program has left there is on the list from the beginning.
  ///   - session: whose connections to use.
  ///   - callbacks: where the observer is called.
  ///   - observer: called with every change, in the order in which they happen.
  public convenience init(
    width: Int = 6, retry: RetryPolicy = .backoff(), list: URL? = nil,
    session: TransferSession = .shared, callbacks: CallbackQueue = .main,
    observer: @escaping Observer = { _ in }
  ) {
    self.init(
      width: width, folder: nil, retry: retry, list: list, session: session, callbacks: callbacks,
      observer: observer)
  }

  /// - Parameters:
  ///   - width: how many run at a time.
  ///   - folder: the opened folder that all destinations are in; without one, each attempt opens the
  ///     folder that the destination's path names at that moment.
  ///   - retry: what to do after an error that may pass.
  ///   - list: a file that keeps the list of downloads when the program ends, in a folder that
  ///     exists; what an earlier program has left there is on the list from the beginning.
  ///   - session: whose connections to use.
  ///   - callbacks: where the observer is called.
  ///   - observer: told of every change, in the order in which they happen.
  package init(
    width: Int = 6, folder: SafeFolder?, retry: RetryPolicy = .backoff(),
    list: URL? = nil, session: TransferSession = .shared, callbacks: CallbackQueue = .main,
    observer: @escaping Observer = { _ in }
  ) {
    self.folder = folder
    self.list = list.map(DownloadList.init)
    self.retry = retry
    self.session = session
    self.callbacks = callbacks
    self.observer = observer
    queue.maxConcurrentOperationCount = width
    let left = self.list?.read() ?? []
    state.withLock { state in left.forEach { state.add($0, from: $0.url) } }
  }

  /// Whether downloads may go over a cellular network. Where they may not, one that finds no other
  /// network is paused, on platforms that tell: Linux does not, and goes over any. What is under way
  /// when this changes goes on.
  public var allowsCellular: Bool {
    get { state.withLock { $0.allowsCellular } }
    set { state.withLock { $0.allowsCellular = newValue } }
  }

  /// How many downloads run at a time; what runs when it shrinks goes on.
  public var width: Int {
    get { queue.maxConcurrentOperationCount }
    set { queue.maxConcurrentOperationCount = newValue }
  }

  /// Every download on the list, in the order in which they were added or started.
  public var downloads: [Download] {
    state.withLock(\.all)
  }

  /// The download of an address, if it is on the list.
  public subscript(url: URL) -> Download? {
    state.withLock { $0.items[url.withoutUserInfo]?.download }
  }

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
