import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An asynchronous life whose state is kept by a subclass.
class StoredStateOperation: Operation, @unchecked Sendable {
  enum State: Int { case waiting, executing, finished }

  private let work: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.work = work
  }

  var state: State { fatalError("a subclass keeps the state") }

  /// Sets a later state, and returns whether it did.
  func advance(to new: State) -> Bool { fatalError("a subclass keeps the state") }

  override final var isAsynchronous: Bool { true }
  override final var isExecuting: Bool { state == .executing }
  override final var isFinished: Bool { state == .finished }

  override func start() {
    if isCancelled { return finish() }
    guard announcing(.executing) else { return }
    work { self.finish() }
  }

  final func finish() { _ = announcing(.finished) }

  private func announcing(_ new: State) -> Bool {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    guard advance(to: new) else { return false }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
    return true
  }
}

extension StoredStateOperation.State {
  mutating func advance(to new: Self) -> Bool {
    guard rawValue < new.rawValue else { return false }
    self = new
    return true
  }
}

/// Sound: a `Mutex` without a value guards variables beside it.
///
/// make: `GuardingMutexOperation(work: probe.begin)`
final class GuardingMutexOperation: StoredStateOperation, @unchecked Sendable {
  private let mutex = Mutex(())
  private var stored = State.waiting

  override var state: State { mutex.withLock { _ in stored } }
  override func advance(to new: State) -> Bool { mutex.withLock { _ in stored.advance(to: new) } }
}

/// Sound: its only state is a number in a `Mutex`.
///
/// make: `NumberInAMutexOperation(work: probe.begin)`
final class NumberInAMutexOperation: StoredStateOperation, @unchecked Sendable {
  private let number = Mutex<Int>(0)

  override var state: State { State(rawValue: number.withLock { $0 }) ?? .waiting }
  override func advance(to new: State) -> Bool {
    number.withLock { number in
      guard number < new.rawValue else { return false }
      number = new.rawValue
      return true
    }
  }
}

/// Sound: it owns what it takes out of its `Mutex`.
///
/// make: `HandingOverOperation(work: probe.begin)`
final class HandingOverOperation: StoredStateOperation, @unchecked Sendable {
  private final class Entry: @unchecked Sendable { var count = 0 }
  private struct Contents {
    var state = State.waiting
    var entry = Entry()
  }

  private let contents = Mutex(Contents())

  override var state: State { contents.withLock { $0.state } }
  override func advance(to new: State) -> Bool {
    let fresh = Entry()
    fresh.count = 1
    let old = contents.withLock { contents -> Entry? in
      guard contents.state.advance(to: new) else { return nil }
      defer { contents.entry = fresh }
      return contents.entry
    }
    old?.count += 1
    return old != nil
  }
}

/// Sound: an atomic flag is the lock.
///
/// make: `SpinLockedOperation(work: probe.begin)`
final class SpinLockedOperation: StoredStateOperation, @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  private var stored = State.waiting

  private func locked<Value>(_ body: () -> Value) -> Value {
    while isTaken.exchange(true, ordering: .acquiring) { sched_yield() }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }

  override var state: State { locked { stored } }
  override func advance(to new: State) -> Bool { locked { stored.advance(to: new) } }
}

/// Sound: the unfair lock of Apple's platforms, as packages imitate it elsewhere.
///
/// make: `UnfairLockOperation(work: probe.begin)`
final class UnfairLockOperation: StoredStateOperation, @unchecked Sendable {
  private final class UnfairLock<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(initialState: Value) {
      value = initialState
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  }

  private let stored = UnfairLock(initialState: State.waiting)

  override var state: State { stored.withLock { $0 } }
  override func advance(to new: State) -> Bool { stored.withLock { $0.advance(to: new) } }
}

/// Sound: two tasks write to a log in an actor at the same time.
///
/// make: `ActorLogOperation(work: probe.begin)`
final class ActorLogOperation: StoredStateOperation, @unchecked Sendable {
  private actor Journal {
    private var lines: [String] = []
    func write(_ line: String) { lines.append(line) }
  }

  private let journal = Journal()
  private let stored = Mutex(State.waiting)

  override var state: State { stored.withLock { $0 } }
  override func advance(to new: State) -> Bool {
    let journal = journal
    for line in ["asked", "for \(new)"] { Task { await journal.write(line) } }
    return stored.withLock { $0.advance(to: new) }
  }
}

/// Sound: all running operations are in a register of the process.
///
/// make: `RegisteredOperation(work: probe.begin)`
final class RegisteredOperation: LockOperation, @unchecked Sendable {
  private static let register = Mutex<[UUID: String]>([:])
  private let key = UUID()

  override func start() {
    Self.register.withLock { $0[key] = name ?? "" }
    super.start()
  }

  override func finish() {
    _ = Self.register.withLock { $0.removeValue(forKey: key) }
    super.finish()
  }
}

/// Sound: eight operations share each key. The first one puts its answer into a cache of the
/// process.
///
/// make: `CachingOperation(work: probe.begin)`
final class CachingOperation: LockOperation, @unchecked Sendable {
  private static let cache = Mutex<[Int: Int]>([:])
  private static let made = Atomic<Int>(0)
  private let key = CachingOperation.made.wrappingAdd(1, ordering: .relaxed).newValue / 8

  override func finish() {
    let key = key
    Self.cache.withLock { cache in
      cache[key, default: 0] += 1
      if cache[key] == 8 { cache[key] = nil }
    }
    super.finish()
  }
}

/// Sound: a notification reports the end of its work, and it observes that only while it works.
///
/// make: `NotifiedOperation(work: probe.begin)`
final class NotifiedOperation: LockOperation, @unchecked Sendable {
  private static let isDone = Notification.Name("NotifiedOperation.isDone")
  private final class Observer: @unchecked Sendable { var token: (any NSObjectProtocol)? }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let (observer, sender) = (Observer(), NSObject())
    let center = NotificationCenter.default
    observer.token = center.addObserver(forName: Self.isDone, object: sender, queue: nil) { _ in
      if let token = observer.token { center.removeObserver(token) }
      self.finish()
    }
    let post = UncheckedBox(sender)
    work { center.post(name: Self.isDone, object: post.value) }
  }

  private final class UncheckedBox: @unchecked Sendable {
    let value: NSObject
    init(_ value: NSObject) { self.value = value }
  }
}

/// Sound: a lock with a condition hands the result from the work to `main()`.
///
/// make: `ConditionLockOperation(work: probe.begin)`
final class ConditionLockOperation: Operation, @unchecked Sendable {
  private enum Condition { static let (waiting, done) = (0, 1) }

  private let work: Work
  private let lock = NSConditionLock(condition: Condition.waiting)

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    work {
      self.lock.lock()
      self.lock.unlock(withCondition: Condition.done)
    }
    // Without a date, Foundation for Linux ends the process here.
    while !lock.lock(whenCondition: Condition.done, before: Date(timeIntervalSinceNow: 60)) {}
    lock.unlock()
  }
}

/// Sound: it reads a stream until the work ends it. When cancelled, it reads no further.
///
/// make: `StreamingOperation(work: probe.begin)`
final class StreamingOperation: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var reading: Task<Void, Never>?

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let (parts, source) = AsyncStream.makeStream(of: Int.self)
    let reading = Task {
      for await _ in parts {}
      self.finish()
    }
    lock.withLock { self.reading = reading }
    if isCancelled { reading.cancel() }
    work {
      source.yield(1)
      source.finish()
    }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { reading }?.cancel()
  }
}

/// Sound: a transfer that a stub of its tests answers.
///
/// make: `StubbedTransferOperation(work: probe.begin)`
final class StubbedTransferOperation: LockOperation, @unchecked Sendable {
  /// Answers each request when its work has ended.
  final class Stub: URLProtocol {
    static let answers = Mutex<[String: Work]>([:])

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
      let key = request.url?.lastPathComponent ?? ""
      guard let answer = Self.answers.withLock({ $0.removeValue(forKey: key) }) else {
        client?.urlProtocol(self, didFailWithError: URLError(.badURL))
        return
      }
      let isFirst = Once()
      // It answers once, and does nothing else meanwhile.
      nonisolated(unsafe) let stub = self
      answer {
        guard isFirst.isMine(), let client = stub.client, let url = stub.request.url else { return }
        let response = URLResponse(
          url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        client.urlProtocol(stub, didReceive: response, cacheStoragePolicy: .notAllowed)
        client.urlProtocolDidFinishLoading(stub)
      }
    }
  }

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Stub.self]
    return URLSession(configuration: configuration)
  }()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let key = UUID().uuidString
    Stub.answers.withLock { $0[key] = work }
    guard let url = URL(string: "stub://answers/\(key)") else { return finish() }
    Self.session.dataTask(with: url) { _, _, _ in self.finish() }.resume()
  }
}

/// Sound: those that are under way together share one fetch. If one is cancelled, it leaves, and the
/// fetch goes on for the others.
///
/// make: `SharedFetchOperation(work: probe.begin)`
/// tried: cancel-while-running, cancel-returns, works-once, executing-while-working
final class SharedFetchOperation: StoredStateOperation, @unchecked Sendable {
  /// The operations that wait for the fetch that goes on. `nil` if none does.
  private static let waiting = Mutex<[ObjectIdentifier: SharedFetchOperation]?>(nil)
  private let fetch: Work
  private let stored = Mutex(State.waiting)

  override init(work: @escaping Work) {
    fetch = work
    super.init { _ in }
  }

  override var state: State { stored.withLock { $0 } }
  override func advance(to new: State) -> Bool { stored.withLock { $0.advance(to: new) } }

  override func start() {
    super.start()
    guard state == .executing else { return }
    let isFirst = Self.waiting.withLock { waiting in
      defer { waiting = (waiting ?? [:]).merging([ObjectIdentifier(self): self]) { $1 } }
      return waiting == nil
    }
    if isCancelled { leave() }
    guard isFirst else { return }
    let end = Once()
    fetch {
      guard end.isMine() else { return }
      let all = Self.waiting.withLock { $0.take() }
      all?.values.forEach { $0.finish() }
    }
  }

  override func cancel() {
    super.cancel()
    leave()
  }

  private func leave() {
    let left = Self.waiting.withLock { $0?.removeValue(forKey: ObjectIdentifier(self)) }
    left?.finish()
  }
}
