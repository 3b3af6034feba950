import OperationLab
import Foundation
import OperationCourse
import OperationBench

extension Keyboard {
  /// Does something that takes a while, on another thread, while keys and new sizes are answered.
  ///
  /// - Returns: `nil` when the learner would not wait. The children are gone then.
  /// - Throws: what the body throws.
  func waiting<Value: Sendable>(
    _ redraw: () -> Void, for body: @escaping @Sendable () throws -> Value
  ) throws -> Value? {
    let end = Ending<Value>()
    let hasThread = Platform.detachThread {
      let result = Result { try body() }
      end.result.withLock { $0 = result }
      self.wake()
    }
    // Without another thread, no key is answered meanwhile.
    if !hasThread { return try body() }
    while true {
      switch next() {
      case .woken:
        guard let result = end.result.withLock({ $0 }) else { continue }
        return try result.get()
      case .redraw: redraw()
      case .letter("q"), .gone:
        ChildProcess.killAll()
        return nil
      default: break
      }
    }
  }
}

/// How it has ended, once it has.
private final class Ending<Value: Sendable>: Sendable {
  let result = Locked<Result<Value, any Error>?>(nil)
}
