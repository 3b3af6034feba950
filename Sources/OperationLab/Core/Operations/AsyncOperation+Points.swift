import Foundation

extension AsyncOperation {
  /// A step that other threads can notice. Its thread has come to it, but not taken it.
  package enum Point: Hashable, Sendable {
    case asksIfCancelled, takesLock
    case hasAsked(Bool)
    case willChange(String), didChange(String)
    /// It has been marked as cancelled, for the first time.
    case cancelled
  }

  /// Tells those that look at the operation.
  func tell(_ point: Point) {
    explorer?.passed(self, point)
    switch point {
    case .asksIfCancelled: report(.started)
    case .cancelled: report(.cancelled)
    case .didChange("isFinished"): report(.finished)
    default: break
    }
  }

  /// Reports each event from now on.
  func add(_ reporter: EventReporter) { stateLock.withLock { reporters.append(reporter) } }

  private func report(_ kind: OperationEvent.Kind) {
    let listeners = stateLock.withLock { reporters }
    for reporter in listeners { reporter.report(kind, isCancelled: isCancelled) }
  }
}

/// A function that is called at each point of each operation, and may hold the thread.
package struct Explorer: Sendable {
  let passed: @Sendable (AsyncOperation, AsyncOperation.Point) -> Void

  private static let shared = Locked<Explorer?>(nil)

  /// That of the operations that are made now.
  static var current: Explorer? { shared.withLock { $0 } }

  /// Explores all operations that are made from now on. In an app nothing does.
  package static func explore(
    _ passed: @escaping @Sendable (AsyncOperation, AsyncOperation.Point) -> Void
  ) {
    shared.withLock { $0 = Explorer(passed: passed) }
  }
}
