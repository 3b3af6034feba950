import OperationTesting
import Foundation
import OperationLab

/// Sound: it gets its work after `init`.
///
/// make: `PropertyOperation.make(probe)`
final class PropertyOperation: Operation, @unchecked Sendable {
  var task: (@Sendable () -> Void)?

  override func main() {
    if !isCancelled { task?() }
  }

  static func make(_ probe: Probe) -> Operation {
    let operation = PropertyOperation()
    operation.task = { probe.run() }
    return operation
  }
}

/// Sound: it makes an output of any kind from an input of any kind.
///
/// make: `TransformingOperation<String, Int>(input: "12") { probe.run(); return Int($0) ?? 0 }`
final class TransformingOperation<Input: Sendable, Output: Sendable>: Operation, @unchecked Sendable
{
  private let input: Input
  private let transform: @Sendable (Input) -> Output
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var made: Output?

  init(input: Input, _ transform: @escaping @Sendable (Input) -> Output) {
    self.input = input
    self.transform = transform
  }

  var output: Output? { lock.withLock { made } }

  override func main() {
    if isCancelled { return }
    let output = transform(input)
    lock.withLock { made = output }
  }
}

/// Sound: its input is the output of its dependency.
///
/// make: `ChainedOperation(work: probe.begin)`
final class ChainedOperation: LockOperation, @unchecked Sendable {
  private(set) var output = 0

  override func start() {
    let input = dependencies.compactMap { $0 as? ChainedOperation }.map(\.output).reduce(0, +)
    lock.withLock { output = input + 1 }
    super.start()
  }
}

/// Sound: it waits for its work under a condition, and checks now and then whether to stop.
///
/// make: `ConditionOperation(work: probe.begin)`
final class ConditionOperation: Operation, @unchecked Sendable {
  private let work: Work
  private let condition = NSCondition()
  /// Guarded by `condition`.
  private var isDone = false

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    work {
      self.condition.withLock {
        self.isDone = true
        self.condition.signal()
      }
    }
    condition.withLock {
      while !isDone, !isCancelled {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.02))
      }
    }
  }
}
