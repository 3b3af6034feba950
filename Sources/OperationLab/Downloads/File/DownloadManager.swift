import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Downloads many files, a few at a time, each of which can be paused, resumed, restarted and
/// cancelled. Article B's manager.
///
/// - A queue of the given width runs one operation for each attempt. An operation is used once, so
///   to resume after a pause or an error takes a new one. It asks the server for the rest of the
///   file.
/// - Pausing cancels the operation and keeps the bytes. Suspending the session's task, as the
///   article does, would hold a slot of the queue for as long as the pause lasts, and on Linux the
///   resumed task starts again from the first byte and appends it to what is there.
/// - Everything needed to go on is on disk: a process that was killed is no different from a pause.
///   Start the same address to the same destination again. Or give the manager a file for its list,
///   and the next one with that file has them all, paused.
/// - A user and password in an address are kept in memory only, for Basic authentication. Reports and
///   files have the address without them, and a manager with a list from an earlier program needs them
///   again: give ``resume(_:)`` the address that has them.
/// - So are the headers of a request. They go to its own server, and not where that one leads.
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
    /// The operations that are removing the files of deleted downloads.
    var leaving: [URL: Operation] = [:]
    var allowsCellular = true
    var takesServerNames = false
  }

  let state = Locked(State())
  let queue = OperationQueue()
  /// Where the files of deleted downloads are removed.
  let tidiers = OperationQueue()
  let session: TransferSession
  let retry: RetryPolicy
  let folder: SafeFolder?
  let list: DownloadList?
  let watchers = Locked<[URL: [Int: AsyncStream<Download>.Continuation]]>([:])
  private let callbacks: CallbackQueue
  private let observer: Observer

  /// A manager, with what its list still has to do.
  ///
  /// - Parameters:
  ///   - width: how many downloads run at a time.
  ///   - retry: what to do after an error that may pass.
  ///   - list: a file that keeps the list of downloads when the program ends, in a folder that
  ///     exists. What an earlier program has left there is on the list from the beginning.
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

  /// A manager as above, in a folder that is open already.
  ///
  /// - Parameter folder: the opened folder that all destinations are in. Without one, each attempt
  ///   opens the folder that the destination's path names at that moment.
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
    state.withLock { state in left.forEach { state.add($0, URLRequest(url: $0.url)) } }
  }

  /// Whether downloads may go over a cellular network. Where they may not, one that finds no other
  /// network is paused, on platforms that tell: Linux does not, and goes over any. What is under way
  /// when this changes goes on.
  public var allowsCellular: Bool {
    get { state.withLock { $0.allowsCellular } }
    set { state.withLock { $0.allowsCellular = newValue } }
  }

  /// Whether a file gets the name that its server gives it in `Content-Disposition`, in the folder of
  /// its destination. It is made harmless first: it has no path and does not begin with a dot. A file
  /// that is there is never replaced by it: the download then keeps the name of its destination.
  /// Counts for attempts that begin later.
  public var takesServerNames: Bool {
    get { state.withLock { $0.takesServerNames } }
    set { state.withLock { $0.takesServerNames = newValue } }
  }

  /// How many downloads run at a time. If it shrinks, those that run continue.
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

  /// All downloads together. The total is known when it is known of each.
  public var progress: DownloadProgress {
    downloads.reduce(DownloadProgress(received: 0, total: 0)) { sum, download in
      let total = download.progress.total.flatMap { one in sum.total.map { $0 + one } }
      return DownloadProgress(received: sum.received + download.progress.received, total: total)
    }
  }

  /// Tells the observer. Called with the lock held, so that calls keep the order of the changes.
  /// The observer itself runs later, without it.
  func tell(_ download: Download) {
    tellWatchers(download)
    callbacks.run { [observer] in observer(download) }
  }

  /// Tells the observer of progress, unless such a call is already on its way: that one will have
  /// the newest figures.
  func tellProgress(of item: inout Item) {
    tellWatchers(item.download)
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

extension DownloadManager {
  /// Puts an address on the list, to be started later by ``resume(_:)``. One that is there already
  /// is left alone.
  public func add(_ url: URL, to destination: URL) {
    let download = Download(url: url.withoutUserInfo, destination: destination, state: .added)
    let added = state.withLock { $0.add(download, URLRequest(url: url)).map(tell) != nil }
    if added { keepList() }
  }

  /// Downloads an address to a file, going on from what an earlier run has left there.
  ///
  /// An address that is already under way or finished is left alone, whatever the destination. One
  /// that was added, paused, cancelled or has failed is resumed.
  public func start(_ url: URL, to destination: URL) {
    let download = Download(url: url.withoutUserInfo, destination: destination)
    let isNew = state.withLock { $0.add(download, URLRequest(url: url)) != nil }
    if isNew { attempt(url, resuming: true) { _ in true } } else { resume(url) }
  }

  /// Downloads what a request asks for, with its headers and its timeout. It is always a `GET`, and
  /// `Range` and the like are the manager's own.
  ///
  /// An address that is on the list already has this request from its next attempt on, and is resumed
  /// unless it is under way or finished. A request without an address does nothing.
  public func start(_ request: URLRequest, to destination: URL) {
    guard let url = request.url else { return }
    let download = Download(url: url.withoutUserInfo, destination: destination)
    let isNew = state.withLock { state in
      if state.add(download, request) != nil { return true }
      state.items[download.url]?.request = request
      return false
    }
    attempt(url, resuming: true) { isNew || !$0.isActive && $0.state != .finished }
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

  /// Begins a download anew from its first byte, whatever its state. A finished file stays in its
  /// place until the new one is whole.
  public func restart(_ url: URL) {
    let old = attempt(url, resuming: false) { _ in true }
    // It is cancelled only now that its reports are ignored. So no failure is reported.
    old?.cancel(keepingPart: false)
  }

  /// Stops a download and removes its bytes. A finished file stays.
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
      if Credentials(of: source) != nil { item.request.url = source }
      let old = item.operation
      let (attempt, number) = (item.download.attempts + 1, item.number)
      let operation = DownloadOperation(
        item.request, to: item.download.destination, in: folder, session: session,
        resumes: resuming,
        keepsPart: true, allowsCellular: state.allowsCellular,
        takesServerName: state.takesServerNames
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

// What is on the list, and how it leaves it.
extension DownloadManager {
  /// Takes a download off the list and removes its file, whole or in part.
  public func delete(_ url: URL) {
    let url = url.withoutUserInfo
    let (item, tidying): (Item?, Operation?) = state.withLock { state in
      guard let item = state.remove(url) else { return (nil, nil) }
      guard let operation = item.operation, !operation.isFinished else { return (item, nil) }
      // It may be renaming the whole file right now, so its files are removed after it. A new
      // download of the same address waits for that.
      let tidying = BlockOperation { [self] in
        let place = operation.place
        PartFile.remove(of: place ?? item.download.destination, whole: place != nil, in: folder)
        self.state.withLock { state in state.leaving[url] = nil }
      }
      tidying.addDependency(operation)
      state.leaving[url] = tidying
      return (item, tidying)
    }
    guard let item else { return }
    watchers.withLock { $0.removeValue(forKey: url) }?.values.forEach { $0.finish() }
    if let tidying {
      tidiers.addReliably(tidying)
      item.operation?.cancel(keepingPart: false)
    } else {
      PartFile.remove(
        of: item.download.destination, whole: item.download.state == .finished, in: folder)
    }
    keepList()
  }

  /// Takes a finished download off the list. Its file stays.
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

  /// Puts a download on the list. `nil` if its address is there already.
  @discardableResult
  mutating func add(
    _ download: DownloadManager.Download, _ request: URLRequest
  ) -> DownloadManager.Download? {
    guard items[download.url] == nil else { return nil }
    count += 1
    items[download.url] = DownloadManager.Item(
      download: download, request: request, number: count)
    order.append(download.url)
    return download
  }

  /// Takes a download off the list.
  mutating func remove(_ url: URL) -> DownloadManager.Item? {
    order.removeAll { $0 == url }
    return items.removeValue(forKey: url)
  }
}

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
      guard [.waiting, .running].contains(download.state) else { return .nothing }
      download.state = .running
      download.progress = progress
    case .progress(let progress):
      if [.running, .paused].contains(download.state) { download.progress = progress }
    case .ended(.success(let file)):
      // Also when it was paused or cancelled while it was being renamed: the file is there.
      operation = nil
      download.destination = file
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
