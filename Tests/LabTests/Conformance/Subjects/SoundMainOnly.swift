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

/// Sound: it blocks in `main()` until asynchronous work has called back.
///
/// make: `WaitingInMainOperation(work: probe.begin)`
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
