import Foundation

/// A group of operations that are given to it.
final class GroupOperation: AsyncOperation, @unchecked Sendable {
  private let inner = OperationQueue()
  private let children: [Operation]
  init(operations: [Operation], completion: (() -> Void)? = nil) { children = operations }
  override func main() {
    let end = BlockOperation { self.finish() }
    for child in children { end.addDependency(child) }
    inner.addOperations(children + [end], waitUntilFinished: false)
  }
  override func cancel() {
    super.cancel()
    for child in children { child.cancel() }
  }
}

/// A group that gets its operations afterwards.
final class LaterGroupOperation: AsyncOperation, @unchecked Sendable {
  private let inner = OperationQueue()
  private let lock = NSLock()
  private var children: [Operation] = []
  func add(_ child: Operation) { lock.withLock { children.append(child) } }
  override func main() {
    let children = lock.withLock { self.children }
    let end = BlockOperation { self.finish() }
    for child in children { end.addDependency(child) }
    inner.addOperations(children + [end], waitUntilFinished: false)
  }
}

/// Any number of operations.
final class ListOperation: Operation, @unchecked Sendable {
  private let children: [Operation]
  init(name: String = "list", _ children: Operation...) { self.children = children }
  override func main() {
    guard !isCancelled else { return }
    for child in children { child.start() }
  }
}

/// Only the main actor may make it.
@MainActor
final class ScreenOperation: Operation, @unchecked Sendable {
  nonisolated(unsafe) private let block: () -> Void
  init(title: String, block: @escaping () -> Void) {
    self.block = block
    super.init()
  }
  override nonisolated func main() { if !isCancelled { block() } }
}

protocol Store {
  func save(_ data: Data)
}

struct MemoryStore: Store {
  func save(_ data: Data) {}
}

final class Journal: Sendable {
  static let shared = Journal()
  private init() {}
}

/// It takes a protocol, an enumeration with a payload, a type and a shared object.
final class SavingOperation<S: Store>: Operation, @unchecked Sendable {
  enum Target { case folder(URL, options: [String]) }
  private let store: any Store
  private let block: () -> Void
  init(
    store: any Store, second: S, target: Target, type: Int.Type, journal: Journal,
    file: String = #fileID, at queue: DispatchQueue, then block: @escaping () -> Void
  ) { (self.store, self.block) = (store, block) }
  override func main() {
    guard !isCancelled else { return }
    block()
    store.save(Data())
  }
}

/// Its work is set afterwards.
final class HandyOperation: Operation, @unchecked Sendable {
  typealias Job = (_ name: String, _ limits: (low: Int, high: Int)) -> Void
  var onFinish: (() -> Void)?
  var job: Job?
  private(set) var log: (() -> Void)?
  override func main() { if !isCancelled { job?("", (0, 1)) } }
}

/// It waits for its time, and does its work then.
final class DebounceOperation: AsyncOperation, @unchecked Sendable {
  private let delay: TimeInterval
  private let work: () -> Void
  private let queue = DispatchQueue(label: "debounce")
  init(delay: TimeInterval, work: @escaping () -> Void) { (self.delay, self.work) = (delay, work) }
  override func main() {
    queue.asyncAfter(deadline: .now() + delay) {
      if !self.isCancelled { self.work() }
      self.finish()
    }
  }
}

/// It reads from an address, without anything of the probe's.
final class ReadingOperation: AsyncOperation, @unchecked Sendable {
  private let address: URL
  private let session: URLSession
  init(address: URL, session: URLSession) { (self.address, self.session) = (address, session) }
  override func main() { session.dataTask(with: address) { _, _, _ in self.finish() }.resume() }
}

/// A subclass without an initialiser of its own.
final class NamedBlock: BlockOperation, @unchecked Sendable {}

private final class HiddenOperation: Operation, @unchecked Sendable {}

func makeLocal() -> Operation {
  final class LocalOperation: Operation, @unchecked Sendable {}
  return LocalOperation()
}

protocol Client: AnyObject {
  var isOnline: Bool { get }
  func send(_ text: String, then done: @escaping (Result<Data, any Error>) -> Void)
}

protocol Clock {
  func now() async throws -> Date
}

/// No type of the files is such a client, or such a clock.
final class SendingOperation: AsyncOperation, @unchecked Sendable {
  private let client: any Client
  private let clock: any Clock
  init(client: any Client, clock: any Clock) { (self.client, self.clock) = (client, clock) }
  override func main() { client.send("") { _ in self.finish() } }
}

/// Functions in a structure. The second of its two arguments is the completion.
final class BundleOperation: AsyncOperation, @unchecked Sendable {
  struct Functions {
    var onStart: () -> Void
    var load: (_ progress: @escaping (Double) -> Void, _ end: @escaping (Error?) -> Void) -> Void
  }
  private let functions: Functions
  init(_ functions: Functions) { self.functions = functions }
  override func main() {
    functions.onStart()
    functions.load({ _ in }, { _ in self.finish() })
  }
}
