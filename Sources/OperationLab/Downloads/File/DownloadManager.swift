import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Downloads many files, a few at a time, each of which can be paused, resumed, restarted and
/// cancelled. Article B's manager.
///
/// - A queue runs one operation for each attempt. An operation is used once, so
///   to resume after a pause or an error takes a new one. It asks the server for the rest of the
///   file.
/// - Pausing cancels the operation and keeps the bytes. Suspending the session's task, as the
///   article does, would hold a slot of the queue for as long as the pause lasts, and on Linux the
///   resumed task starts again from the first byte and appends it to what is there.
/// - Everything needed to go on is on disk: a process that was killed is no different from a pause.
///   Start the same address to the same destination again. Or give the manager a file for its list,
///   and the next one with that file has them all, paused.
/// - An address with a user or a password is refused. Send them as a header of a request: it is kept in memory
///   only, and goes to its own server, and not where that one leads.
/// - One address may go to several files: each is a download of its own, with its own ``Download/ID``.
/// - A manager lives as long as it has something to do.
///
/// All methods may be called from any thread, and from within its own calls: it holds no lock when it calls
/// the observer, the callback queue, the retry policy, or the executor of a task that waits.
public final class DownloadManager: Sendable {
  let state = Locked(State())
  let queue: OperationQueue
  /// Where bytes are removed that an operation may still be writing.
  let tidiers = OperationQueue()
  let session: TransferSession
  let retry: RetryPolicy
  let list: DownloadList?
  private let callbacks: CallbackQueue
  private let observer: @Sendable (Download) -> Void
  let outbox = Outbox()

  /// A manager, with what its list still has to do.
  ///
  /// - Parameters:
  ///   - maxConcurrentOperationCount: how many downloads run at a time. If `nil`, as many as the queue's
  ///     width allows, or 6 without a queue.
  ///   - queue: a queue of yours for the operations, for example a
  ///     `ReportingQueue`. Each operation has the name of its file. Do not cancel
  ///     them there. By default, the manager has a queue of its own.
  ///   - retry: what to do after an error that may pass.
  ///   - list: a file that keeps the list of downloads when the program ends, in a folder that
  ///     exists. What an earlier program has left there is on the list from the beginning.
  ///   - session: whose connections to use.
  ///   - callbacks: where the observer is called.
  ///   - observer: called with every change, in the order in which they happen, and with progress as often as it
  ///     can keep up. It should return soon.
  public init(
    maxConcurrentOperationCount: Int? = nil, queue: OperationQueue? = nil,
    retry: RetryPolicy = .backoff(), list: URL? = nil, session: TransferSession = .shared,
    callbacks: CallbackQueue = .main, observer: @escaping @Sendable (Download) -> Void = { _ in }
  ) {
    self.list = list.map(DownloadList.init)
    self.retry = retry
    self.session = session
    self.callbacks = callbacks
    self.observer = observer
    self.queue = queue ?? OperationQueue()
    if let width = maxConcurrentOperationCount ?? (queue == nil ? 6 : nil) {
      self.queue.maxConcurrentOperationCount = width
    }
    let left = self.list?.read() ?? []
    state.withLock { state in left.forEach { state.add($0, URLRequest(url: $0.url)) } }
  }

  /// Every download on the list, in the order in which they were added or started.
  public var downloads: [Download] {
    state.withLock(\.all)
  }

  /// A download as it is now, if it is on the list.
  public subscript(id: Download.ID) -> Download? { state.withLock { $0.items[id]?.download } }

  /// All downloads together. The total is known when it is known of each.
  public var progress: DownloadProgress {
    downloads.reduce(DownloadProgress(received: 0, total: 0)) { sum, download in
      let total = download.progress.total.flatMap { one in sum.total.map { $0 + one } }
      return DownloadProgress(received: sum.received + download.progress.received, total: total)
    }
  }

  /// Changes something under the lock, and delivers what this has put into the outbox without it.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    defer { outbox.deliver() }
    return state.withLock(body)
  }

  /// Has the observer and the streams told. To be called within ``change(_:)``, so that they are told in the
  /// order of the changes.
  ///
  /// - Parameter isProgress: whether no more than that has changed. Then the observer is not told if such a
  ///   call is already on its way: that one will have the newest figures.
  private func tell(_ item: inout Item, isProgress: Bool = false) {
    let (download, number, streams) = (item.download, item.number, item.takeStreams())
    let isTold = isProgress && item.isProgressTold
    item.isProgressTold = isProgress || item.isProgressTold
    outbox.add { [self] in
      for stream in streams { stream.give(download) }
      for feed in state.withLock(\.feeds).values { feed.tell(download.id) }
      if isTold { return }
      callbacks.run { [self] in
        if let download = isProgress ? newest(of: download.id, number) : download {
          observer(download)
        }
      }
    }
  }

  /// A running download as it is now, for the call about its progress.
  private func newest(of id: Download.ID, _ number: Int) -> Download? {
    state.withLock { state in
      guard state.items[id]?.number == number else { return nil }
      state.items[id]?.isProgressTold = false
      return state.items[id].map(\.download).flatMap { $0.state == .running ? $0 : nil }
    }
  }
}

extension DownloadManager {
  /// Puts a download on the list, to be started later by ``resume(_:)``. If the address is on the list
  /// with this destination already, nothing changes.
  @discardableResult
  public func add(_ url: URL, to destination: URL) -> Download.ID {
    let download = Download(id: Download.ID(url, to: destination), destination: destination)
    let isAdded = change { state in
      guard state.add(download, URLRequest(url: url)), var item = state.items[download.id]
      else { return false }
      tell(&item)
      return true
    }
    if isAdded { keepList() }
    return download.id
  }

  /// Downloads an address to a file, going on from what an earlier run has left there.
  ///
  /// A download of this address to this file that is under way is left alone, and so is a finished one
  /// whose file is still there. One that was added, paused, cancelled or has failed is resumed.
  ///
  /// With a SHA-256, in hexadecimal digits, the file must have that from the next attempt on. One with
  /// another is discarded, with ``DownloadError/wrongChecksum(_:)``. A list does not keep it.
  @discardableResult
  public func start(_ url: URL, to destination: URL, sha256: String? = nil) -> Download.ID {
    begin(url, to: destination, sha256: sha256).id
  }

  /// Downloads what a request asks for, with its headers and its timeout. It is always a `GET`, and
  /// `Range` and the like are the manager's own.
  ///
  /// If the address is on the list with this destination already, it has this request from its next
  /// attempt on, and is resumed unless it is under way or finished. A request without an address fails
  /// with ``DownloadError/unusableAddress(_:)``.
  @discardableResult
  public func start(
    _ request: URLRequest, to destination: URL, sha256: String? = nil
  ) -> Download.ID {
    // The operation refuses this address. A request without one traps on Linux when it is changed.
    let none = URL(fileURLWithPath: "/")
    return begin(
      request.url ?? none, request.url == nil ? URLRequest(url: none) : request, to: destination,
      sha256: sha256
    ).id
  }

  /// Stops a download and keeps its bytes.
  public func pause(_ id: Download.ID) { stop(id, as: .paused) { $0.download.isActive } }

  /// Begins a download that was added, or goes on with one that was paused or cancelled or has failed,
  /// with a new operation.
  public func resume(_ id: Download.ID) { attempt(id, if: \.isIdle) }

  /// Begins a download anew from its first byte, whatever its state. A finished file stays in its
  /// place until the new one is whole.
  public func restart(_ id: Download.ID) {
    let (old, new) = change { state in
      (state.items[id]?.operation, nextAttempt(id, resuming: false, in: &state))
    }
    if let new { enqueue(new) }
    // It is cancelled only now that its reports are ignored. So no failure is reported.
    old?.cancel()
  }

  /// Stops a download and removes its bytes. A finished file stays.
  public func cancel(_ id: Download.ID) {
    stop(id, as: .cancelled) { $0.download.state != .finished }
  }

  /// Pauses every download that is under way.
  public func pauseAll() { waitingFirst.forEach(pause) }

  /// Begins or resumes every download that was added, paused, cancelled or has failed.
  public func resumeAll() {
    for download in downloads { attempt(download.id, if: \.isIdle) }
  }

  /// Cancels every download that is not finished.
  public func cancelAll() { waitingFirst.forEach(cancel) }

  /// The downloads in the order in which to stop them: each slot that is freed would start one of
  /// those that wait.
  private var waitingFirst: [Download.ID] {
    let all = downloads
    return (all.filter { $0.state == .waiting } + all.filter { $0.state != .waiting }).map(\.id)
  }
}

// MARK: - One operation for each attempt

extension DownloadManager {
  /// Begins a download, unless it is under way or its file is there.
  ///
  /// All in one step: no other waiter can pause it before this one counts.
  ///
  /// - Parameter waiter: gets all changes, and keeps the download going.
  /// - Returns: the number of the waiter.
  @discardableResult
  func begin(
    _ url: URL, _ request: URLRequest? = nil, to destination: URL, sha256: String? = nil,
    for waiter: AsyncStream<Download>.Continuation? = nil
  ) -> (id: Download.ID, number: Int) {
    let id = Download.ID(url, to: destination)
    let download = Download(id: id, destination: destination)
    let isWhole = state.withLock { $0.items[id]?.isWhole.withLock { $0 } }
    let isThere = isWhole == true && PartFile.isWhole(at: destination)
    let (operation, number) = change { state in
      state.add(download, URLRequest(url: url))
      if let request {
        state.items[id]?.request = request
      } else {
        state.items[id]?.request.url = url
      }
      if let sha256 { state.items[id]?.sha256 = sha256 }
      if let item = state.items[id], item.download.state == .finished, !isThere,
        item.isWhole.withLock({ $0 }) == isWhole
      {
        // Its file was removed, or another download has replaced it.
        state.items[id]?.download = download
        state.items[id]?.download.attempts = item.download.attempts
      }
      let operation = nextAttempt(id, in: &state, if: \.isIdle)
      return (operation, waiter.map { watch(id, $0, waits: true, in: &state) } ?? 0)
    }
    if let operation { enqueue(operation) }
    return (id, number)
  }

  /// Runs the next operation for a download, if its state still allows it.
  private func attempt(_ id: Download.ID, if condition: (Item) -> Bool) {
    let next = change { nextAttempt(id, in: &$0, if: condition) }
    if let next { enqueue(next) }
  }

  private func enqueue(_ operation: DownloadOperation) {
    queue.addReliably(operation)
    keepList()
  }

  /// Makes the next operation for a download. To be called within ``change(_:)``. It is run after it.
  private func nextAttempt(
    _ id: Download.ID, resuming: Bool = true, in state: inout State,
    if condition: (Item) -> Bool = { _ in true }
  ) -> DownloadOperation? {
    guard var item = state.items[id], condition(item) else { return nil }
    let (attempt, number) = (item.download.attempts + 1, item.number)
    let operation = DownloadOperation(
      item.request, to: item.download.destination, session: session,
      resumes: resuming, keepsPart: true, sha256: item.sha256, isWhole: item.isWhole
    ) { self.handle($0, of: id, attempt: attempt, number: number) }
    operation.name = item.download.destination.lastPathComponent
    // The old one may be about to flush or remove the very file that the new one will open.
    if let old = item.operation, !old.isFinished { operation.addDependency(old) }
    if let removal = state.removals[id.path] { operation.addDependency(removal.operation) }
    if !item.download.isActive || !resuming { (item.retries, item.farthest) = (0, 0) }
    item.operation = operation
    item.download.attempts = attempt
    item.download.state = .waiting
    item.download.reply = nil
    if !resuming { item.download.progress = DownloadProgress() }
    tell(&item)
    state.items[id] = item
    return operation
  }

  /// Stops a download.
  ///
  /// - Parameter condition: whether to, asked under the lock.
  func stop(_ id: Download.ID, as end: Download.State, if condition: (inout Item) -> Bool) {
    let (operation, removal): (DownloadOperation?, Operation?) = change { state in
      guard var item = state.items[id] else { return (nil, nil) }
      defer { state.items[id] = item }
      guard condition(&item), item.download.state != end else { return (nil, nil) }
      item.download.state = end
      if end == .cancelled { item.download.progress = DownloadProgress() }
      tell(&item)
      return (item.operation, end == .cancelled ? self.removal(of: item, in: &state) : nil)
    }
    operation?.cancel()
    keepList()
    if let removal { run(removal) }
  }
}

// How bytes leave the disk.
extension DownloadManager {
  /// Makes the operation that removes the bytes of a download so far. Called with the lock held, and it
  /// is run without it: the next download to the same file waits for it.
  ///
  /// - Parameter whole: whether to remove the whole file, too, if the download has made it.
  private func removal(
    of item: Item, whole: Bool = false, in state: inout State
  ) -> BlockOperation {
    let (number, path) = (state.newNumber(), item.download.id.path)
    let removal = BlockOperation { [self] in
      // A whole file has no part. One beside it is of another download.
      if item.download.state != .finished {
        PartFile.remove(of: item.download.destination)
      }
      if whole, item.isWhole.withLock({ $0 }) {
        PartFile.remove(of: item.download.destination, whole: true)
      }
      self.state.withLock { state in
        if state.removals[path]?.number == number { state.removals[path] = nil }
      }
    }
    // It may be renaming the whole file right now.
    if let operation = item.operation, !operation.isFinished { removal.addDependency(operation) }
    if let earlier = state.removals[path] { removal.addDependency(earlier.operation) }
    state.removals[path] = (number, removal)
    return removal
  }

  /// Removes bytes now if nothing can be writing them, or else when that has ended.
  private func run(_ removal: Operation) {
    if removal.isReady { removal.start() } else { tidiers.addReliably(removal) }
  }

  /// Takes a download off the list and removes its file, whole or in part.
  public func delete(_ id: Download.ID) { takeOff(id).map(clear) }

  /// Takes a download off the list. The next one of that address and file waits for the removal.
  func takeOff(_ id: Download.ID) -> (item: Item, removal: Operation)? {
    state.withLock { state in
      state.remove(id).map { ($0, removal(of: $0, whole: true, in: &state)) }
    }
  }

  /// Ends what a download that was taken off the list still does, and removes its bytes.
  func clear(_ item: Item, by removal: Operation) {
    item.streams.values.forEach { $0.finish() }
    item.operation?.cancel()
    run(removal)
    keepList()
  }
}

// What is on the list.
extension DownloadManager {
  /// Takes a finished download off the list. Its file stays.
  ///
  /// - Returns: whether it was on the list, and finished.
  @discardableResult
  public func forget(_ id: Download.ID) -> Bool {
    let isForgotten = state.withLock { state in
      state.items[id]?.download.state == .finished && state.remove(id) != nil
    }
    if isForgotten { keepList() }
    return isForgotten
  }

  /// Returns when the list is on disk as it is now, or could not be written: see ``listError``.
  public func flushList() {
    keepList()
    list?.flush()
  }

  /// Why the list could not be read, or could not be written at the last try. What is in its place and is no
  /// list is never overwritten: move it away, or give another manager another file.
  public var listError: DownloadError? { list?.error }

  /// Has the list written, as it is when its turn comes.
  func keepList() {
    list?.write { [state] in state.withLock(\.all) }
  }
}

extension DownloadManager {
  /// Takes what the operation of an attempt reports, on whichever thread it happens.
  func handle(_ report: DownloadOperation.Report, of id: Download.ID, attempt: Int, number: Int) {
    // The policy's closure is the app's, so it is asked before the change.
    var delay: Duration?
    if case .ended(.failure(let error)) = report, error.isWorthRetrying,
      let item = state.withLock({ $0.items[id] }), item.number == number,
      item.download.isActive, item.download.attempts == attempt, item.retriesSoFar < retry.limit
    {
      delay = retry.delay(item.retriesSoFar + 1, error)
    }
    let retryDelay: Duration? = change { state in
      guard var item = state.items[id], item.number == number, item.download.attempts == attempt
      else { return nil }
      let delay = item.take(report, retryingAfter: delay)
      if case .progress = report {
        if item.download.state == .running { tell(&item, isProgress: true) }
      } else if item.download != state.items[id]?.download {
        tell(&item)
      }
      state.items[id] = item
      if case .ended(.success) = report { state.noteFile(madeBy: id) }
      return delay
    }
    if case .ended = report { keepList() }
    if let retryDelay {
      retry.wait(retryDelay) { [self] in
        // Paused, cancelled, restarted or deleted meanwhile, it has another state, attempt or number.
        self.attempt(id) { item in
          guard case .retrying = item.download.state else { return false }
          return item.download.attempts == attempt && item.number == number
        }
      }
    }
  }
}

extension DownloadManager.Item {
  /// Retries are bounded, but a bad connection that always brings a little more may go on: the file is
  /// finite, and only getting farther than ever before counts.
  var retriesSoFar: Int { download.progress.received > farthest ? 0 : retries }

  /// Changes to the state that follows a report of the current attempt.
  ///
  /// - Parameter delay: after what time to try again if it has failed, or `nil` to give up.
  /// - Returns: after what time to try again, if to.
  mutating func take(
    _ report: DownloadOperation.Report, retryingAfter delay: Duration?
  ) -> Duration? {
    switch report {
    case .began(let progress):
      guard [.waiting, .running].contains(download.state) else { return nil }
      download.state = .running
      download.progress = progress
    case .progress(let progress):
      if [.running, .paused].contains(download.state) { download.progress = progress }
    case .ended(.success):
      // Also when it was paused or cancelled while it was being renamed: the file is there.
      download.reply = operation?.acceptedReply.withLock { $0 }
      operation = nil
      download.state = .finished
    case .ended(.failure(let error)):
      operation = nil
      guard download.isActive else { return nil }
      if error != .cellularOnly { return failed(error, retryingAfter: delay) }
      download.state = .paused
    }
    return nil
  }

  private mutating func failed(
    _ error: DownloadError, retryingAfter delay: Duration?
  ) -> Duration? {
    (retries, farthest) = (retriesSoFar, max(farthest, download.progress.received))
    guard let delay else {
      download.state = .failed(error)
      return nil
    }
    retries += 1
    download.state = .retrying(error)
    return delay
  }
}
