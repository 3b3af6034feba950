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
