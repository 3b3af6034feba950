import Foundation

/// Several blocks as one operation: they run concurrently, and it is finished when all have ended.
///
/// This is what the documentation of `BlockOperation` promises, and what it does on macOS. On
/// Linux, Foundation's own runs its blocks one after another. As there, the first block runs on
/// the thread that called `start()`, the others on other threads, and `start()` blocks its caller
/// until all have ended.
public final class ConcurrentBlockOperation: Operation, @unchecked Sendable {
  private let blocks: [@Sendable () -> Void]

  /// An operation with these blocks. The first runs on the thread that starts it.
  public init(_ blocks: [@Sendable () -> Void]) {
    self.blocks = blocks
    super.init()
  }

  /// Finishes as Foundation's does. The address that a dependency has of it is removed, so that it can
  /// be released when it was cancelled (lesson 4, claim C14b).
  public override func start() {
    if isCancelled, !isFinished {
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    super.start()
  }

  /// Runs the blocks and returns when all have ended.
  public override func main() {
    guard let first = blocks.first else { return }
    let others = DispatchGroup()
    var rest: [@Sendable () -> Void] = []
    for block in blocks.dropFirst() {
      others.enter()
      // A thread each, not a shared pool: a pool may have no thread free until this one returns.
      let body: @Sendable () -> Void = {
        block()
        others.leave()
      }
      if !Platform.detachThread(body) { rest.append(body) }
    }
    // If the system gives too few threads, this one runs more than the first block.
    ([first] + rest).forEach { $0() }
    others.wait()
  }
}
