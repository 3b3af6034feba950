import Foundation
import OperationLab

/// Threads that run processes and wait for them. A caller can wait for all of the threads.
final class Crew: Sendable {
  /// The threads, and the caller until it waits: a thread may end before the next one is begun.
  private let count = Locked(1)
  private let isAwaited = Locked(false)
  private let isDone = Latch()
  private let seats = DispatchSemaphore(value: 8)

  /// Runs the body on a new thread. Call it from any thread of the crew, or before
  /// ``waitForAll()``.
  func detach(_ body: @escaping @Sendable () -> Void) {
    count.withLock { $0 += 1 }
    Thread.detachNewThread { [self] in
      body()
      leave()
    }
  }

  private func leave() {
    let isLast = count.withLock { count in
      count -= 1
      return count == 0
    }
    if isLast { isDone.open() }
  }

  /// Runs the body on a new thread and waits for it.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
    let crew = Crew()
    crew.detach {
      let value = Result(catching: body)
      result.withLock { $0 = value }
    }
    crew.waitForAll()
    guard let value = result.withLock({ $0 }) else { preconditionFailure("nobody ran it") }
    return try value.get()
  }

  /// Runs the body once a seat is free.
  func withSeat(_ body: () -> Void) {
    seats.wait()
    defer { seats.signal() }
    body()
  }

  /// Blocks the calling thread until no thread of the crew is left, or until `isOver` is true.
  func waitForAll(unless isOver: () -> Bool = { false }) {
    let isFirst = isAwaited.withLock { isAwaited in
      defer { isAwaited = true }
      return !isAwaited
    }
    if isFirst { leave() }
    guard Thread.isMainThread else {
      while !isDone.wait(deadline: .milliseconds(50)), !isOver() {}
      return
    }
    // Operations that are run in this process may use the main queue.
    while !isDone.wait(deadline: .milliseconds(2)), !isOver() {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
    }
  }
}
