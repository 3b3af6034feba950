import Foundation

/// Sound: it does several pieces of work, one after the other. Cancelled, it begins no further one.
///
/// make: `WorksInARow(parts: [probe.begin, probe.begin, probe.begin])`
final class WorksInARow: LockOperation, @unchecked Sendable {
  private let parts: [Work]

  init(parts: [Work]) {
    self.parts = parts
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    next(0)
  }

  private func next(_ place: Int) {
    guard place < parts.count, !isCancelled else { return finish() }
    let part = parts[place]
    part { self.next(place + 1) }
  }
}

/// Sound: it does several pieces of work side by side, and finishes with the last of them.
///
/// make: `WorksSideBySide(parts: [probe.begin, probe.begin])`
final class WorksSideBySide: LockOperation, @unchecked Sendable {
  private let parts: [Work]
  /// Guarded by `lock`.
  private var open = 0

  init(parts: [Work]) {
    self.parts = parts
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    lock.withLock { open = parts.count }
    for part in parts {
      part {
        let isLast = self.lock.withLock {
          self.open -= 1
          return self.open == 0
        }
        if isLast { self.finish() }
      }
    }
  }
}

/// Sound: it calls two pieces of blocking work.
///
/// make: `RunsTwoSteps(first: { probe.run() }, second: { probe.run() })`
final class RunsTwoSteps: Operation, @unchecked Sendable {
  private let first: @Sendable () -> Void
  private let second: @Sendable () -> Void

  init(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
    self.first = first
    self.second = second
  }

  override func main() {
    if isCancelled { return }
    first()
    if isCancelled { return }
    second()
  }
}

/// Sound: its thread ends with its work, and its file is closed.
///
/// make: `CleansUp(work: probe.begin)`
final class CleansUp: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let file = open("/dev/null", O_RDONLY)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      isOver.wait()
      close(file)
      self.finish()
    }
    work { isOver.signal() }
  }
}

/// Sound: it calls itself for each half of its parts, a few times.
///
/// make: `SplitsItsParts(1...1000) { probe.run() }`
final class SplitsItsParts: Operation, @unchecked Sendable {
  private let parts: ClosedRange<Int>
  private let body: @Sendable () -> Void

  init(_ parts: ClosedRange<Int>, _ body: @escaping @Sendable () -> Void) {
    self.parts = parts
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    if sum(of: parts) == 500_500 { body() }
  }

  private func sum(of parts: ClosedRange<Int>) -> Int {
    guard parts.count > 1 else { return parts.lowerBound }
    let middle = (parts.lowerBound + parts.upperBound) / 2
    return sum(of: parts.lowerBound...middle) + sum(of: middle + 1...parts.upperBound)
  }
}
