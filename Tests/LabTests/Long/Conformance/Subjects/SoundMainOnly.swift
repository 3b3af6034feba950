import Foundation

/// Sound: it overrides `main()` and leaves everything else to Foundation.
///
/// make: `MainOnlyOperation { probe.run() }`
final class MainOnlyOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    body()
  }
}

/// Sound: its name shows its progress, and is `nil` at first.
///
/// make: `NamesItselfOperation { probe.run() }`
final class NamesItselfOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    name = "at work"
    body()
    name = nil
  }
}

/// Sound: its `init` takes a while, because it reads a file.
///
/// make: `SettingsOperation { probe.run() }`
final class SettingsOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    let reading = NSCondition()
    reading.withLock { _ = reading.wait(until: Date(timeIntervalSinceNow: 0.006)) }
  }

  override func main() {
    if isCancelled { return }
    body()
  }
}

/// Sound: it blocks in `main()` until asynchronous work has called back.
///
/// make: `WaitingInMainOperation(work: probe.begin)`
/// tried: all
final class WaitingInMainOperation: Operation, @unchecked Sendable {
  private let work: Work

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    let isOver = DispatchSemaphore(value: 0)
    work { isOver.signal() }
    isOver.wait()
  }
}
